import { describe, expect, it } from 'vitest';
import { snapshots, surplusBuilds } from './maven-snapshots.ts';

const name = (number: number, ending: string) => `lib-1.0-20260102.03040${number % 10}-${number}${ending}`;

describe('builds of a snapshot', () => {
  it('knows the oldest builds by their numbers', () => {
    expect([...surplusBuilds([name(9, '.jar'), name(9, '-sources.jar'), name(10, '.jar'), name(11, '.jar'), 'maven-metadata.xml'], 2)]).toEqual([
      '20260102.030409-9',
    ]);
    const names = [name(9, '.jar'), name(9, '-sources.jar'), name(10, '.jar'), 'maven-metadata.xml'];
    expect([...snapshots.surplus(names, 1)]).toEqual([name(9, '.jar'), name(9, '-sources.jar')]);
  });

  it('tells files of snapshots from those of releases, and from what is about both', () => {
    const stages = ['org/acme/lib/1.0-SNAPSHOT/lib-1.0-1.jar', 'org/acme/lib/1.0/lib-1.0.jar', 'org/acme/lib/maven-metadata.xml.sha1'].map(snapshots.stageOf);
    expect(stages).toEqual(['snapshot', 'release', undefined]);
    expect(['org/acme/lib/1.0-SNAPSHOT', 'org/acme/lib/1.0'].map(snapshots.isFolder)).toEqual([true, false]);
  });
});
