import { Banner, Button, Icon, RelativeTime, Section, Skeleton } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import { type NeedSource, useNeeds } from './needs.ts';
import { t } from './overview-words.ts';

function Failed({ source: { title, error, refetch } }: { source: NeedSource }) {
  return (
    <Banner
      kind="warning"
      action={
        <Button size="small" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      }
    >
      {t('notKnown', { what: title, why: error?.message ?? '' })}
    </Banner>
  );
}

/** What waits for the reader; what cannot be asked for says so, and keeps nothing else from being shown. */
export function NeedsSection() {
  const sources = useNeeds();
  const needed = sources.filter(({ needs }) => needs.length > 0);
  const failed = sources.filter(({ error }) => error !== null);
  if (sources.length === 0) return null;
  if (sources.every(({ isPending }) => isPending))
    return (
      <Section title={t('needs')}>
        <Skeleton lines={2} shape="rows" />
      </Section>
    );
  return (
    <Section title={t('needs')}>
      {failed.map((source) => (
        <Failed key={source.id} source={source} />
      ))}
      {needed.length > 0 && (
        <ul className="overview-needs">
          {needed.flatMap(({ id, title, needs, total }) => [
            ...needs.map(({ key, icon, text, detail, to, at }) => (
              <li key={`${id} ${key}`}>
                <Icon name={icon} label={title} />
                <span>
                  <Link to={to}>{text}</Link>
                  {detail && <span className="ph-muted">{detail}</span>}
                </span>
                <span className="ph-muted">{at && <RelativeTime at={at} />}</span>
              </li>
            )),
            ...(total > needs.length
              ? [
                  <li key={`${id} more`} className="overview-more">
                    <Link to={needs[0]?.to ?? '/'}>{t('andMore', { count: total - needs.length })}</Link>
                  </li>,
                ]
              : []),
          ])}
        </ul>
      )}
      {needed.length === 0 && failed.length === 0 && (
        <p className="overview-calm">
          <Icon name="good" /> {t('nothingNeeded')}
        </p>
      )}
    </Section>
  );
}
