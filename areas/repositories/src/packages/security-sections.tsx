import { query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import { readTabCounts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { Button } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './security-words.ts';

const sections = ['issues', 'violations', 'licences', 'risk', 'descendants', 'ancestors'] as const;
export type SecuritySection = (typeof sections)[number];

/** Which part of a version's security data is shown. It is in the address. */
export function useSection() {
  const [{ data }, change] = useAddress('data', 'issue', 'rows');
  const value: SecuritySection = sections.find((one) => one === data) ?? 'issues';
  return { value, choose: (to: SecuritySection) => change({ data: to === 'issues' ? '' : to, issue: '', rows: '' }) };
}

/** The parts of a version's security data, each with how much it holds; without numbers until these are known. */
export function SectionChoice({ version, section }: { version: { packageId: string; version: string }; section: ReturnType<typeof useSection> }) {
  const counts = useQuery(query(readTabCounts, { query: version })).data?.data;
  const numbers: Record<SecuritySection, number | undefined> = {
    issues: counts?.security_issues,
    violations: counts?.violations,
    licences: counts?.licenses,
    risk: counts?.operational_risk,
    descendants: counts?.descendants,
    ancestors: counts?.ancestors,
  };
  return (
    <fieldset className="pkg-filters pkg-finding-filter" aria-label={t('sections')}>
      {sections.map((one) => {
        const count = numbers[one];
        return (
          <Button key={one} size="small" aria-pressed={section.value === one} onClick={() => section.choose(one)}>
            {count === undefined ? t(`section_${one}`) : `${t(`section_${one}`)} (${count})`}
          </Button>
        );
      })}
    </fieldset>
  );
}
