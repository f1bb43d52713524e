import { readFile } from 'node:fs/promises';
import { accessService } from '@packhouse/access-service/service.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { insightService } from '@packhouse/insight-service/service.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { expect, it } from 'vitest';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Names of measurements in an expression: what is followed neither by a bracket nor stands among labels. */
const readNames = (expr: string) => [...expr.replaceAll(/by \([^)]*\)/g, '').matchAll(/\b(?:packhouse|jfrt|app|sys)_\w+/g)].map(([name]) => name);

it('the dashboard for Grafana asks for what the platform measures, and labels of repositories are theirs alone', async () => {
  const test = await startTestPlatform({ services: [accessService, repositoriesService, insightService] });
  try {
    await test.call(createRepository, { body: { class: 'local', key: 'libs', format: 'generic' } });
    await fetch(`${test.baseUrl}/artifactory/libs/a.txt`, { method: 'PUT', body: 'a', headers: test.headersOf('admin') });
    const read = async (path: string) => (await fetch(test.baseUrl + path, { headers: test.headersOf('admin') })).text();
    const text = `${await read('/metrics')}\n${await read('/artifactory/api/v1/metrics')}`;
    const { panels } = JSON.parse(await readFile('docs/grafana/packhouse.json', 'utf8')) as Dashboard;
    const names = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => readNames(expr))));
    expect(names.size).toBeGreaterThan(8);
    for (const name of names)
      expect(text, name).toMatch(new RegExp(`^(?:# TYPE )?${name.replace(/_(?:total|bucket|count)$/, '')}(?:_total|_bucket|_count)?[ {]`, 'm'));
    // Addresses are measured by the pattern of their route: what strangers ask for makes no series.
    for (let number = 0; number < 20; number++) await fetch(`${test.baseUrl}/artifactory/made-up-${number}/x`, { headers: test.headersOf('admin') });
    expect(await read('/metrics')).not.toContain('made-up');
  } finally {
    await test.stop();
  }
});
