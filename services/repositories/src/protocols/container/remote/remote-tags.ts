import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { RemoteRepository } from '../../../directory/directory.ts';
import { fetchKept, type Kept } from '../../../upstream/conditional-fetch.ts';
import { requireReachable } from '../../../upstream/upstream.ts';
import { selectTags } from '../container-queries.ts';
import { askRegistry, isAbsence } from './ask-registry.ts';
import { learnName, upstreamNames } from './upstream-names.ts';

const TagList = z.looseObject({ tags: z.array(z.string()).nullish() });
const pageLimit = 100;
/** No image has as many; all pages of an upstream together could fill the memory otherwise. */
const mostTags = 200_000;
const longestTag = 128;

interface Known {
  tags: readonly string[];
  until: number;
}
/** Lists as an upstream gave them, by repository, its address then, and image; kept past their time for when it fails. */
const lists = new LRUCache<string, Known>({ max: 2000, maxSize: 1_000_000, sizeCalculation: ({ tags }) => tags.length + 1 });

function findNext(link: string | undefined): string | undefined {
  const target = /<([^<>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return target && new URL(target, 'http://upstream.invalid').search;
}

/** Every page of the upstream's list; undefined when it does not know the image. */
async function askTags(context: Context, repository: RemoteRepository, image: string): Promise<string[] | undefined> {
  const tags: string[] = [];
  let search: string | undefined = '';
  for (let page = 0; search !== undefined && page < pageLimit; page++) {
    const answer = await askRegistry(context, repository, { image, rest: `tags/list${search}` });
    if (isAbsence(answer.status)) {
      answer.body.destroy();
      return undefined;
    }
    const parsed = TagList.safeParse(JSON.parse((await readUpTo(answer.body, 32 * 1024 * 1024)).toString('utf8')));
    if (!parsed.success) throw new AppError(upstreamWords.upstream_sent_no_tags, { key: repository.key });
    for (const tag of parsed.data.tags ?? []) if (tag.length <= longestTag && tags.length < mostTags) tags.push(tag);
    search = tags.length < mostTags ? findNext(answer.headers.link) : undefined;
  }
  return tags;
}

/** `name`: the image as the upstream knows it. */
function keptTags(context: Context, repository: RemoteRepository, image: string, name: string): Kept<readonly string[]> {
  const key = `${repository.id} ${repository.settings.url} ${name}`;
  return {
    kind: 'list of tags',
    path: name,
    isInMemory: true,
    async findGood() {
      const known = lists.get(key);
      return known && known.until > Date.now() ? known.tags : undefined;
    },
    findCopy: async () => lists.get(key)?.tags ?? (await selectTags(context.db, repository.id, name, {})),
    async fetch() {
      const tags = await askTags(context, repository, name);
      if (!tags) return null;
      lists.set(key, { tags, until: Date.now() + repository.settings.pointerSeconds * 1000 });
      learnName(repository, image, name);
      return tags;
    },
  };
}

/** The upstream's tags, for as long as pointers stay good; when it fails, the last list or the tags that are stored. */
export async function fetchTags(context: Context, repository: RemoteRepository, image: string): Promise<readonly string[] | undefined> {
  for (const name of upstreamNames(repository, image)) {
    const tags = await fetchKept(context, repository, keptTags(context, repository, image, name));
    if (tags) return tags;
    if (repository.settings.offline) requireReachable(context, repository);
  }
  return undefined;
}
