import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const lookup = (name: string) => `\${${name}}`;

const good = `name: release
on:
  - {event: build.uploaded, builds: ['shop-*']}
  - {cron: '0 6 * * 1', zone: Europe/Berlin}
  - manual
variables: {target: prod}
steps:
  - {id: scan, type: wait-for-scan, build: '${lookup('build.name')}/${lookup('build.number')}'}
  - {id: ask, type: approval, groups: [release-managers]}
  - {id: note, type: set-properties, needs: [scan], path: 'libs/a.txt', properties: {seen: 'yes'}}
  - {id: promote, type: promote-build, needs: [ask, note], to: '${lookup('target')}'}
`;

const problems = (text: string) => readDocument(text).problems?.map(({ line, column, message }) => `${line}:${column} ${message}`);
const withStep = (step: string) => `name: a\non: [manual]\nsteps:\n  - ${step}\n`;

it('reads a document, whose steps come after the one above unless they say what they need', () => {
  const { document } = readDocument(good);
  expect(document?.steps.map(({ id, needs }) => [id, needs])).toEqual([
    ['scan', []],
    ['ask', ['scan']],
    ['note', ['scan']],
    ['promote', ['ask', 'note']],
  ]);
  expect(document?.steps[3]).toMatchObject({ copy: true, status: 'promoted' });
});

it('says by line and column what is wrong', () => {
  expect(problems('name: Release\non: [manual]\nsteps:\n  - {id: a, type: copy, from: libs/a}\nextra: 1\n')).toEqual([
    '1:7 Use small letters, digits and dashes, beginning with a letter',
    '5:1 There is nothing called extra',
  ]);
  expect(problems(withStep('{id: a, type: copy, from: libs/a}'))).toEqual(['4:5 Fill this in']);
  expect(problems(withStep('{id: a, type: dance}'))?.[0]).toMatch(/^4:19 There are no steps of type dance; there are wait-for-scan, policy, /);
  expect(problems(withStep("{id: a, type: run, script: 'make'}"))).toEqual(['4:5 Fill this in']);
  expect(problems(withStep(`{id: a, type: run, runner: linux, script: 'echo \${HOME} \${', publish: [{from: ../a, to: libs/a}]}`))).toEqual([
    '4:83 Name a file in the folder of the command, such as dist/app.tgz',
  ]);
  expect(problems(withStep('{id: a, type: approval}'))).toEqual(['4:5 Name users or groups who may approve']);
  expect(problems('name: a\non: [nightly]\nsteps: [1]\n')).toEqual([
    '2:6 Write manual, hook, an event, a cron line, or manual with users and groups',
    '3:9 A mapping with keys is expected here',
  ]);
  expect(problems('name: a\non:\n  - {cron: every day}\n  - {event: build.uploaded, paths: [a]}\nsteps:\n  - {id: a, type: cleanup, policy: old}\n')).toEqual([
    expect.stringMatching(/^3:12 This is no schedule: /),
    '4:29 This filter does not belong to the event',
  ]);
  expect(problems('name: [a\n')?.[0]).toMatch(/^\d+:\d+ This is no YAML: /);
  expect(problems('name: a\n---\nname: b\n')).toEqual([expect.stringMatching(/Write one document$/)]);
});

it('finds steps that stand twice, need what is not there, or need each other', () => {
  const step = (id: string, needs: string) => `  - {id: ${id}, type: cleanup, policy: old, needs: [${needs}]}\n`;
  const document = (...steps: string[]) => `name: a\non: [manual]\nsteps:\n${steps.join('')}`;
  expect(problems(document(step('one', ''), step('one', '')))).toEqual(['5:10 There is a step one above already']);
  expect(problems(document(step('one', 'two')))).toEqual(['4:51 There is no step two that could be needed']);
  expect(problems(document(step('one', 'three'), step('two', 'one'), step('three', 'two')))).toEqual([
    '4:43 These steps need each other in a circle: one → three → two → one',
  ]);
});

it('finds look-ups that nothing gives a value to', () => {
  expect(problems(withStep(`{id: a, type: copy, from: '${lookup('artifact.repository')}/a', to: 'libs/\${x'}`))).toEqual([
    `4:31 Nothing gives a value to ${lookup('artifact.repository')}`,
    '4:63 The brace of a look-up is not closed',
  ]);
});

it('refuses what would grow or nest without end', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`)];
  expect(problems(bomb.join('\n'))).toEqual(['1:7 Anchors and aliases are not used here']);
  expect(problems('name: &self\n  deeper: *self\n')).toEqual([expect.stringMatching(/^\d+:\d+ Anchors and aliases are not used here$/)]);
  expect(problems(`name: ${'['.repeat(200)}${']'.repeat(200)}`)).toEqual([expect.stringMatching(/This is nested too deeply/)]);
  for (const deep of ['[', '{a: ', '- ', '? ']) expect(problems(deep.repeat(16_000))).toEqual([expect.stringMatching(/^1:\d+ This is nested too deeply/)]);
  const many = Array.from({ length: 10_000 }, (_, at) => `  - {id: s${at}, type: cleanup, policy: a}\n`).join('');
  expect(problems(`name: a\non: [manual]\nsteps:\n${many}`)).toEqual([expect.stringMatching(/^2001:1 This is nested/)]);
});
