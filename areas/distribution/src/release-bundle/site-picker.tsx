import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createDistributionTarget, listDistributionSites } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Banner, CheckField, LinkButton, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';

interface SitePickerProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Only these are on offer; all of them unless said. */
  among?: readonly string[];
  problem?: string | undefined;
}

/** Targets to tick, with where they are. */
export function SitePicker({ chosen, onChange, among, problem }: SitePickerProps) {
  const { data, error } = useQuery(query(listDistributionSites, {}));
  const refusal = useRefusal(createDistributionTarget);
  if (error && !data) return <Banner kind="bad">{error.message}</Banner>;
  if (!data) return <Skeleton lines={3} height={20} />;
  const sites = data.items.filter(({ name }) => among === undefined || among.includes(name));
  if (sites.length === 0)
    return (
      <Banner
        kind="info"
        action={
          <LinkButton to={paths.targets} size="small" refusal={refusal}>
            {t('targets')}
          </LinkButton>
        }
      >
        {t('noTargetsYet')}
      </Banner>
    );
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    onChange(next);
  };
  return (
    <fieldset className="dist-sites" aria-invalid={problem ? true : undefined}>
      <legend>{t('targets')}</legend>
      {sites.map(({ name, site, city, country }) => (
        <CheckField
          key={name}
          checked={chosen.has(name)}
          onChange={(on) => toggle(name, on)}
          label={
            <>
              {name} <span className="ph-muted">{[site, city, country].filter(Boolean).join(', ')}</span>
            </>
          }
        />
      ))}
      {problem && (
        <p role="alert" className="ph-field-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
