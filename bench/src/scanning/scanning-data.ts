import pg from 'pg';

interface FormatScans {
  format: string;
  versions: number;
  scanned: number;
  failed: number;
  unsupported: number;
  /** A part of them could not be read. */
  partial: number;
  components: number;
}

/** Versions are put into the database as the scanner leaves them; what follows from them, the platform finds itself. */
export class ScanningData {
  readonly #client: pg.Client;
  constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<ScanningData> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('set search_path = scanning');
    return new ScanningData(client);
  }

  /**
   * Images in a repository that hold ten libraries each, of which one vulnerability is known each, and one library more that all of them hold, of which none is known.
   * Two of ten vulnerabilities have no fix; severities are spread as advisories spread them. With `spread`, images lie in turn in so many repositories whose names end in a number.
   */
  async fillImages(repository: string, images: number, { libraries = 2000, spread = 0 }: { libraries?: number; spread?: number } = {}): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query(
      `insert into component (ecosystem, name, version, purl)
      select 'npm', 'library-' || number, '1.0.0', 'pkg:npm/library-' || number || '@1.0.0' from generate_series(0, $1::int) as number`,
      [libraries],
    );
    await this.#client.query(
      `insert into advisory (id, modified, published, canonical, severity, summary, details, aliases, upstream, cwes, cvss, links)
      select 'BENCH-' || number, now(), now(), 'BENCH-' || number, (array['Critical', 'High', 'High', 'Medium', 'Medium', 'Medium', 'Medium', 'Low', 'Low', 'Low'])[number % 10 + 1],
        'Library ' || number || ' can be harmed', '', '{}', '{}', '{}', '[]', '[]' from generate_series(0, $1::int - 1) as number`,
      [libraries],
    );
    await this.#client.query(
      `insert into finding (component_id, advisory_id, severity, fixed_versions, confidence)
      select component.id, advisory.id, advisory.severity, case when substr(advisory.id, 7)::int % 5 = 0 then '{}' else array['1.0.1'] end, 'known'
      from advisory join component on component.name = 'library-' || substr(advisory.id, 7) where advisory.id like 'BENCH-%'`,
    );
    await this.#client.query(
      `insert into subject (digest, extractor) select 'sha256:' || encode(sha256(number::text::bytea), 'hex'), 1 from generate_series(1, $1::int) as number`,
      [images],
    );
    await this.#client.query(
      `insert into inventory (subject_id, component_id, location)
      select subject.id, component.id, 'app/node_modules' from generate_series(1, $1::int) as number
        join subject on subject.digest = 'sha256:' || encode(sha256(number::text::bytea), 'hex')
        cross join generate_series(0, 10) as place
        join component on component.name = 'library-' || case when place = 10 then $2::int else (number * 7 + place) % $2::int end`,
      [images, libraries],
    );
    await this.#client.query(
      `insert into target (repository, path, format, package, version, sha256, subject_id, state, scanned_at)
      select $2 || case when $3::int > 0 then '-' || number % $3::int else '' end, 'team-' || number % 50 || '/app-' || number || '/1/manifest.json', 'docker', 'team-' || number % 50 || '/app-' || number, '1',
        encode(sha256(number::text::bytea), 'hex'), subject.id, 'scanned', now()
      from generate_series(1, $1::int) as number join subject on subject.digest = 'sha256:' || encode(sha256(number::text::bytea), 'hex')`,
      [images, repository, spread],
    );
    await this.#client.query('commit');
    await this.#client.query('analyze');
  }

  /** Makes repositories, which the platform knows once it starts anew. */
  async fillRepositories(name: string, count: number): Promise<void> {
    await this.#client.query(
      `insert into repositories.repository (key, class, format) select $1 || '-' || number, 'local', 'docker' from generate_series(0, $2::int - 1) as number`,
      [name, count],
    );
  }

  /** Versions that wait for their scan, or are scanned now. */
  async countWaiting(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(`select count(*)::int as count from target where state = 'in progress'`);
    return rows[0]!.count;
  }

  async countScanned(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(`select count(*)::int as count from target where scanned_at is not null`);
    return rows[0]!.count;
  }

  /** How the scans of each format's versions ended, and how many components were found in them. */
  async countByFormat(): Promise<FormatScans[]> {
    const { rows } = await this.#client.query<FormatScans>(
      `select target.format, count(*)::int as versions, (count(*) filter (where target.state = 'scanned'))::int as scanned,
        (count(*) filter (where target.state = 'scan failed'))::int as failed, (count(*) filter (where target.state = 'not supported'))::int as unsupported,
        (count(*) filter (where subject.partial is not null))::int as partial, (select count(*)::int from (
          select inventory.component_id from inventory join target held on held.subject_id = inventory.subject_id where held.format = target.format
          union select held.component_id from target held where held.format = target.format and held.component_id is not null) as every) as components
      from target left join subject on subject.id = target.subject_id group by target.format order by target.format`,
    );
    return rows;
  }

  /** Why versions could not be scanned whole, the most frequent reason first, with one of those that it is about. */
  async listReasons(): Promise<string[]> {
    const { rows } = await this.#client.query<{ line: string }>(
      `select count(*) || ' ' || format || ', ' || state || ': ' || why || ' (' || min(path) || ')' as line
      from (select target.format, target.state, target.path, coalesce(target.reason, subject.partial, '') as why from target left join subject on subject.id = target.subject_id
        where target.state <> 'scanned' or subject.partial is not null) as unread
      group by format, state, why order by count(*) desc, 1 limit 30`,
    );
    return rows.map(({ line }) => line);
  }

  /** What waits to be judged, and what has been found. */
  async readProgress(): Promise<{ waiting: number; active: number }> {
    const { rows } = await this.#client.query<{ waiting: number; active: number }>(
      `select (select count(*)::int from evaluation_due) as waiting, (select count(*)::int from violation where state = 'active') as active`,
    );
    return rows[0]!;
  }

  /** Has everything judged, though nothing changed; whatever is saved next begins with it. */
  async judgeAgain(): Promise<void> {
    await this.#client.query('select judge_again(array(select id from target))');
  }

  async analyze(): Promise<void> {
    await this.#client.query('vacuum analyze');
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}
