import { Col, Row } from '@packhouse/ui/form/form.ts';
import type { ReactNode } from 'react';

/** Fields beside each other, as many as the screen has room for. */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <Row gutter={25} className="hook-columns">
      {children}
    </Row>
  );
}

/** The place of one field among others. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <Col xs={24} sm={18} md={12} lg={8} xl={6}>
      {children}
    </Col>
  );
}
