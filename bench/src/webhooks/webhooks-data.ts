import pg from 'pg';

const channel = 'packhouse_event';
/** The database knows what this program asks by it. */
export const benchName = 'bench-of-webhooks';

/** The database of a platform, for what would take too long through its calls. */
export class WebhooksData {
  readonly #client: pg.Client;
  constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<WebhooksData> {
    const client = new pg.Client({ connectionString: url, application_name: benchName });
    await client.connect();
    return new WebhooksData(client);
  }

  /** Commits so many events of deployed files at once, as the repositories service does, below a folder. */
  async deploy(folder: string, count: number): Promise<void> {
    await this.#client.query(
      `with added as (
        insert into kernel.event (type, subject, data)
        select 'artifact.deployed', 'libs/' || path, jsonb_build_object('repository', 'libs', 'class', 'local', 'format', 'generic', 'path', path,
          'sha256', repeat('a', 64), 'size', 12, 'by', 'ann')
        from (select $1 || '/' || number || '.jar' as path from generate_series(1, $2::int) as number) as file
        where pg_current_xact_id() is not null
      ) select pg_notify('${channel}', pg_current_xact_id()::text)`,
      [folder, count],
    );
  }

  /** Lets messages wait for webhooks, the same number for each. */
  async fillMessages(keys: readonly string[], count: number): Promise<void> {
    const each = Math.ceil(count / keys.length);
    for (const key of keys)
      await this.#client.query(
        `insert into events.message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body)
        select 'msg_' || md5($1 || number), $1, -number, 0, now(), 'libs/waiting/' || number || '.jar', 'artifact', 'deployed',
          json_build_object('domain', 'artifact', 'event_type', 'deployed', 'subscription_key', $1::text, 'jpd_origin', 'https://packages.example.org', 'source', 'ann',
            'data', json_build_object('repo_key', 'libs', 'path', 'waiting/' || number || '.jar', 'name', number || '.jar', 'sha256', repeat('a', 64), 'size', 12),
            'packhouse', json_build_object('id', 'msg_' || md5($1 || number), 'sequence', number, 'at', now(), 'actor', 'ann'))::text
        from generate_series(1, $2::int) as number`,
        [key, each],
      );
    await this.#client.query('analyze events.message');
  }

  /** Makes copies of a webhook under other names, which choose a repository where nothing happens. */
  async copyWebhook(key: string, count: number): Promise<void> {
    await this.#client.query(
      `insert into events.subscription (key, enabled, enabled_at, spans, domain, event_types, criteria, handler, sealed, origin, ordered, parallel, max_age_hours, created_by)
      select key || '-' || number, enabled, enabled_at, spans, domain, event_types, '{"repoKeys": ["elsewhere"]}', handler, sealed, origin, ordered, parallel, max_age_hours, created_by
      from events.subscription, generate_series(1, $2::int) as number where key = $1`,
      [key, count],
    );
    await this.#client.query('analyze events.subscription');
  }

  /** Lets the database log what takes longer than so many milliseconds; nothing for -1. */
  async logSlowStatements(milliseconds: number): Promise<void> {
    await this.#client.query(`alter system set log_line_prefix = '%m [%p] application=%a '`);
    await this.#client.query(`alter system set log_min_duration_statement = ${milliseconds}`);
    await this.#client.query('select pg_reload_conf()');
  }

  async countMessages(where = 'true'): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(`select count(*)::int as count from events.message where ${where}`);
    return rows[0]!.count;
  }

  async forget(): Promise<void> {
    await this.#client.query('delete from events.subscription');
    await this.#client.query('vacuum analyze events.message');
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}
