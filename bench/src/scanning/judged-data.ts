import pg from 'pg';

/** So many images are written by one statement. */
const imagesAtOnce = 500;
const blockedAtOnce = 50_000;
const libraries = 2000;

interface Judging {
  watch: string;
  policy: string;
  /** Rules of the policy: by the first the worst are blocked, by the second everything else is noted. */
  worst: string;
  any: string;
}

/** Versions in the database as the scanner and the judging leave them, for more violations than anybody waits for. */
export class JudgedData {
  readonly #client: pg.Client;
  readonly #judging: Judging;
  constructor(client: pg.Client, judging: Judging) {
    this.#client = client;
    this.#judging = judging;
  }

  static async open(url: string, judging: Judging): Promise<JudgedData> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('set search_path = scanning');
    return new JudgedData(client, judging);
  }

  /** What nobody judges: the rows that judging would write are written beside it. */
  async #write(...statements: readonly [text: string, values: readonly unknown[]][]): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query(`set local scanning.preview = 'on'`);
    for (const [text, values] of statements) await this.#client.query(text, [...values]);
    await this.#client.query('commit');
  }

  /** Libraries of which one vulnerability is known each, the fifth part of these critical. */
  async fillKnowledge(): Promise<void> {
    await this.#write(
      [
        `insert into component (ecosystem, name, version, purl)
        select 'npm', 'library-' || number, '1.0.0', 'pkg:npm/library-' || number || '@1.0.0' from generate_series(0, $1::int - 1) as number`,
        [libraries],
      ],
      [
        `insert into advisory (id, modified, published, canonical, severity, summary, details, aliases, upstream, cwes, cvss, links)
        select 'BENCH-' || number, now(), now(), 'BENCH-' || number, (array['Critical', 'High', 'Medium', 'Medium', 'Low'])[number % 5 + 1],
          'Library ' || number || ' can be harmed', '', '{}', '{}', '{}', '[]', '[]' from generate_series(0, $1::int - 1) as number`,
        [libraries],
      ],
      [
        `insert into finding (component_id, advisory_id, severity, fixed_versions, confidence)
        select component.id, advisory.id, advisory.severity, array['1.0.1'], 'known'
        from advisory join component on component.name = 'library-' || substr(advisory.id, 7) where advisory.id like 'BENCH-%'`,
        [],
      ],
    );
  }

  /** Writes violations, events and blocks of what some versions hold: a query answering `target_id` and `component_id`. */
  #judge(held: string): string {
    return `with found as (
        insert into violation (watch_id, policy_id, rule, kind, target_id, subject, severity, repository, path, format, package, version, components, fixed_versions,
          opened_at, state, blocks_from)
        select watch.id, policy.id, case when finding.severity = 'Critical' then $3 else $4 end, 'security', target.id, advisory.canonical,
          array_position(array['Critical', 'High', 'Medium', 'Low'], finding.severity), target.repository, target.path, target.format, target.package, target.version,
          array[finding.component_id], finding.fixed_versions, moment, 'active', case when finding.severity = 'Critical' then moment end
        from (${held}) as held join target on target.id = held.target_id join finding on finding.component_id = held.component_id
          join advisory on advisory.id = finding.advisory_id join watch on watch.name = $1 join policy on policy.name = $2
          cross join lateral (select now() - (target.id % 100) * interval '1 day' as moment) as opened
        order by target.id returning id, target_id, severity, opened_at
      ), events as (insert into violation_event (violation_id, what, at) select id, 'opened', opened_at from found)
      insert into block (repository, sha256, violation_id, from_at)
        select target.repository, target.sha256, found.id, found.opened_at from found join target on target.id = found.target_id where found.severity = 1`;
  }

  #values(): unknown[] {
    const { watch, policy, worst, any } = this.#judging;
    return [watch, policy, worst, any];
  }

  /** Images that hold `each` libraries, and violate the policy as often. */
  async fillImages(repository: string, images: number, each: number, say: (done: number) => void): Promise<void> {
    for (let from = 0; from < images; from += imagesAtOnce) {
      const to = Math.min(images, from + imagesAtOnce);
      const sum = `encode(sha256(('image ' || number)::bytea), 'hex')`;
      const numbers = `generate_series($1::int, $2::int - 1) as number`;
      await this.#write(
        [`insert into subject (digest, extractor) select 'sha256:' || ${sum}, 1 from ${numbers}`, [from, to]],
        [
          `insert into inventory (subject_id, component_id, location)
          select subject.id, component.id, 'app/node_modules' from ${numbers} join subject on subject.digest = 'sha256:' || ${sum}
            cross join generate_series(0, $3::int - 1) as place join component on component.name = 'library-' || (number * 7 + place) % $4::int`,
          [from, to, each, libraries],
        ],
        [
          `insert into target (repository, path, format, package, version, sha256, subject_id, state, scanned_at)
          select $3, 'team-' || number % 50 || '/app-' || number || '/1/manifest.json', 'docker', 'team-' || number % 50 || '/app-' || number, '1', ${sum}, subject.id, 'scanned', now()
          from ${numbers} join subject on subject.digest = 'sha256:' || ${sum}`,
          [from, to, repository],
        ],
        [
          this.#judge(`select target.id as target_id, inventory.component_id from target join inventory on inventory.subject_id = target.subject_id
            where target.repository = '${repository}' and target.id > (select max(id) - ${to - from} from target)`),
          this.#values(),
        ],
      );
      say(to * each);
    }
  }

  /** Files of one critical vulnerability each, so that all of them are blocked. */
  async fillBlocked(repository: string, files: number, say: (done: number) => void): Promise<void> {
    for (let from = 0; from < files; from += blockedAtOnce) {
      const to = Math.min(files, from + blockedAtOnce);
      await this.#write(
        [
          `insert into target (repository, path, format, package, version, sha256, component_id, state, scanned_at)
          select $3, 'kept-' || number || '/-/kept-' || number || '-1.0.0.tgz', 'npm', 'kept-' || number, '1.0.0', encode(sha256(('file ' || number)::bytea), 'hex'), component.id,
            'scanned', now()
          from generate_series($1::int, $2::int - 1) as number join component on component.name = 'library-' || number * 5 % $4::int`,
          [from, to, repository, libraries],
        ],
        [
          this.#judge(`select target.id as target_id, target.component_id from target
            where target.repository = '${repository}' and target.id > (select max(id) - ${to - from} from target)`),
          this.#values(),
        ],
      );
      say(to);
    }
  }

  /** Has some versions judged by the platform; what it finds is to be what was written. */
  async judgeAgain(versions: number): Promise<void> {
    await this.#client.query('select judge_again(array(select id from target order by random() limit $1::int))', [versions]);
  }

  async readProgress(): Promise<{ waiting: number; active: number; blocked: number }> {
    const { rows } = await this.#client.query<{ waiting: number; active: number; blocked: number }>(
      `select (select count(*)::int from evaluation_due) as waiting, (select count(*)::int from violation where state = 'active') as active,
        (select count(distinct sha256)::int from block) as blocked`,
    );
    return rows[0]!;
  }

  async settle(): Promise<void> {
    await this.#client.query('select fold_tallies()');
    await this.#client.query('vacuum analyze');
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}
