import type { Route } from '@packhouse/contract/route.ts';
import { FormDrawer } from '@packhouse/ui/form/form.ts';
import type { ComponentProps } from 'react';
import { type RecordWork, useRecordWork } from './record-work.ts';

type DrawerOf<Draft extends object> = Omit<ComponentProps<typeof FormDrawer<Draft>>, 'initialValues' | 'onSubmit' | 'curl' | 'refusal'>;

/** A form about one record beside its list: it saves by one call, as `RecordForm` does on a page. */
export function RecordDrawer<R extends Route, Draft extends object>(props: RecordWork<R, Draft> & DrawerOf<Draft>) {
  return <FormDrawer<Draft> {...props} {...useRecordWork(props)} />;
}
