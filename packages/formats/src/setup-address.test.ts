import { formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import { describe, expect, it } from 'vitest';
import { getFormat } from './formats.ts';

/** Every address with credentials in it that the set-up of a format shows to somebody whose name is an e-mail address. */
function addressesWithLogin(id: (typeof formatIds)[number]): string[] {
  const url = 'https://packages.example/artifactory/own';
  const snippets = getFormat(id).setup({ url, host: 'packages.example', key: 'own', class: 'virtual', user: 'ann@example.com', canDeploy: true });
  return snippets.flatMap(({ text }) => [...text.matchAll(/https?:\/\/[^\s"'/]*@[^\s"']*/g)].map(([address]) => address));
}

describe('addresses with a login in them', () => {
  it.each(formatIds)('%s escapes what would end the name early', (id) => {
    for (const address of addressesWithLogin(id)) expect(address).toContain('://ann%40example.com:$PACKHOUSE_TOKEN@packages.example/');
  });

  it('has such addresses to look at', () => {
    expect(formatIds.filter((id) => addressesWithLogin(id).length > 0)).toEqual(expect.arrayContaining(['pypi', 'go', 'gems', 'alpine']));
  });
});
