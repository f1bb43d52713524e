import { mutation, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import type { Route, RouteInput } from '@packhouse/contract/route.ts';
import type { Preview } from '@packhouse/contract/scanning/watch-routes.ts';
import { Banner, Button, SeverityTag } from '@packhouse/ui/core.ts';
import { FormGroup } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './governing-words.ts';

type Sample = Preview['opening'][number];

function Samples({ title, rows, count }: { title: string; rows: readonly Sample[]; count: number }) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>
        {title} <span className="ph-count">{count}</span>
      </summary>
      <ul className="scan-samples">
        {rows.map((row) => (
          <li key={`${row.repository}/${row.path} ${row.subject}`}>
            <SeverityTag severity={row.severity} /> <span className="ph-mono scan-where">{row.subject}</span>{' '}
            <span className="scan-where">
              {row.repository}: {row.package} {row.version}
            </span>
            {row.pulled && <span className="ph-muted"> {t('pulledThisWeek')}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PreviewPanelProps<R extends Route> {
  route: R;
  /** What would be saved now. */
  input: () => RouteInput<R>;
}

/** Says what saving would open, close and block, before anything is saved. */
export function PreviewPanel<R extends Route>({ route, input }: PreviewPanelProps<R>) {
  const look = useMutation(mutation(route));
  const refusal = useRefusal(route);
  const found = look.data as Preview | undefined;
  return (
    <FormGroup title={t('preview')} text={t('previewAbout')}>
      <span>
        <Button icon="eye" loading={look.isPending} refusal={refusal} onClick={() => look.mutate(input())}>
          {t('look')}
        </Button>
      </span>
      {look.error && <Banner kind="bad">{look.error.message}</Banner>}
      {found && (
        <div role="status" className="ph-stack">
          <Banner kind={found.pulled > 0 ? 'warning' : 'info'}>
            {t('wouldDo', found)} {found.judged < found.total && t('judgedSome', found)}
          </Banner>
          <Samples title={t('opening')} rows={found.opening} count={found.opens} />
          <Samples title={t('closing')} rows={found.closing} count={found.closes} />
          <Samples title={t('blocking')} rows={found.blocking} count={found.blocks} />
        </div>
      )}
    </FormGroup>
  );
}
