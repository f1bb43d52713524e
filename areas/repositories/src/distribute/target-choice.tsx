import { query } from '@packhouse/console-kit/console-kit.ts';
import { listDistributionSites } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Banner, CheckField, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './distribute-words.ts';
import './distribute.css';

interface TargetChoiceProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  problem?: string | undefined;
}

/** The targets, to be ticked. */
export function TargetChoice({ chosen, onChange, problem }: TargetChoiceProps) {
  const { data, error } = useQuery(query(listDistributionSites, {}));
  if (error && !data) return <Banner kind="bad">{error.message}</Banner>;
  if (!data) return <Skeleton lines={2} height={20} />;
  if (data.items.length === 0) return <Banner kind="info">{t('noTargets')}</Banner>;
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <fieldset className="distribute-targets" aria-invalid={problem ? true : undefined}>
      <legend>{t('targets')}</legend>
      {data.items.map(({ name, city, country }) => (
        <CheckField key={name} checked={chosen.has(name)} onChange={() => toggle(name)} label={[name, city, country].filter(Boolean).join(', ')} />
      ))}
      {problem && (
        <p role="alert" className="ph-field-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
