import type { AuxContext, Rows } from './format.ts';

type Page = Awaited<ReturnType<Rows['search']>>;

/** What each member finds, in their order and as they were at one moment. */
export function searchAll({ atOneMoment }: Pick<AuxContext, 'atOneMoment'>, text: string, page: { offset: number; limit: number }): Promise<Page[]> {
  return atOneMoment(async (members) => {
    const pages: Page[] = [];
    for (const rows of members) pages.push(await rows.search(text, page));
    return pages;
  });
}
