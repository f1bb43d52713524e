import { query } from '@packhouse/console-kit/calls/calls.ts';
import { useLive } from '@packhouse/console-kit/calls/live-events.ts';
import { Loaded } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import { listRecentPublishes, type RecentPublish } from '@packhouse/contract/repositories/recent-routes.ts';
import { EmptyState, FormatIcon, LinkButton, RelativeTime, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { t as shell } from '../console-words.ts';
import { t } from './overview-words.ts';

const part = encodeURIComponent;

/** A version leads to its page; a file that belongs to no package to its place. */
function findPath({ format, package: name, version, repoKey, path }: RecentPublish): string {
  if (name !== null && version !== null) return `/packages/${part(getPackageId(format, name))}/${part(version)}`;
  return `/repos/tree/${[repoKey, ...path.split('/')].map(part).join('/')}`;
}

function Published({ item }: { item: RecentPublish }) {
  const { repoKey, path, format, package: name, version, at, by } = item;
  return (
    <li>
      <FormatIcon format={format} />
      <span>
        <Link to={findPath(item)}>{name ?? path.split('/').at(-1)}</Link> {version !== null && <code>{version}</code>}
        <span className="ph-muted">{t('into', { repository: repoKey })}</span>
      </span>
      <span className="ph-muted overview-by">{by}</span>
      <span className="ph-muted">
        <RelativeTime at={at} />
      </span>
    </li>
  );
}

function Nothing({ own }: { own: boolean }) {
  const { administrator } = useSession();
  if (own)
    return (
      <EmptyState icon="user" title={t('noneOfYours')} action={<LinkButton to="/set-me-up">{t('setUpClient')}</LinkButton>}>
        {t('noneOfYoursText')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="package"
      title={shell('overviewEmpty')}
      action={
        <>
          {administrator && (
            <LinkButton kind="primary" icon="plus" to="/admin/repositories/local/new">
              {shell('createRepository')}
            </LinkButton>
          )}
          <LinkButton icon="bolt" to="/set-me-up">
            {t('setUpClient')}
          </LinkButton>
        </>
      }
    >
      {shell('overviewEmptyText')}
    </EmptyState>
  );
}

function WhoseChoice({ own, onOwn }: { own: boolean; onOwn: (own: boolean) => void }) {
  return (
    <fieldset className="overview-whose">
      <legend className="ph-hidden-text">{t('publishedBy')}</legend>
      {[false, true].map((one) => (
        <label key={String(one)}>
          <input type="radio" name="overview-by" checked={one === own} onChange={() => onOwn(one)} />
          <span>{one ? t('me') : t('anybody')}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What was published last, by anybody or by the reader; in the chosen project where one is. */
export function PublishedSection() {
  const { kind, projectKey } = useSession();
  const [params, setParams] = useSearchParams();
  const own = kind === 'user' && params.get('by') === 'me';
  useLive(['artifact.', 'repository.'], listRecentPublishes);
  const recent = useQuery(query(listRecentPublishes, { query: { ...(own ? { own: 'true' } : {}), ...(projectKey === undefined ? {} : { projectKey }) } }));
  return (
    <Section
      title={t('published')}
      actions={
        <>
          {kind === 'user' && <WhoseChoice own={own} onOwn={(on) => setParams(on ? { by: 'me' } : {}, { replace: true })} />}
          <LinkButton to="/packages" size="small">
            {shell('browsePackages')}
          </LinkButton>
        </>
      }
    >
      <Loaded result={recent} skeleton={<Skeleton lines={8} shape="rows" />}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing own={own} />
          ) : (
            <ul className="overview-recent">
              {items.map((item) => (
                <Published key={`${item.repoKey}/${item.path}`} item={item} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
