import { Failure, isApiError, query } from '@packhouse/console-kit/console-kit.ts';
import { listPolicyRevisions } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import { Button, RelativeTime, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './governing-words.ts';
import { ruleText } from './rule-text.ts';

interface RevisionsProps {
  name: string;
  type: PolicyType;
}

function Revisions({ name, type }: RevisionsProps) {
  const { data, error, isPending, refetch } = useQuery(query(listPolicyRevisions, { params: { name } }));
  if (isPending) return <Skeleton lines={3} height={20} />;
  // It comes into a page that stands: what failed says itself aloud, what is refused does so here.
  const isRefused = isApiError(error) && error.status === 403;
  if (!data)
    return (
      <div {...(isRefused ? { role: 'alert' } : {})}>
        <Failure error={error} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <ol className="scan-samples">
      {data.data.map(({ revision, author, at, rules }) => (
        <li key={revision}>
          {t('revision', { revision, author })} <RelativeTime at={at} />
          <ul>
            {rules.map((rule) => (
              <li key={rule.name}>{`${rule.name}: ${ruleText(type, rule)}`}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** What the rules of a policy have been, the newest first; fetched once somebody asks. */
export function PolicyRevisions(props: RevisionsProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={t('revisions')}>
      {isAsked ? (
        <Revisions {...props} />
      ) : (
        <p>
          <Button icon="clock" onClick={() => setAsked(true)}>
            {t('showRevisions')}
          </Button>
        </p>
      )}
    </Section>
  );
}
