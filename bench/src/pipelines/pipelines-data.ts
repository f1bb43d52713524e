import pg from 'pg';

/** What the database of a platform knows of runs, by its own clock. */
export class PipelinesData {
  readonly #client: pg.Client;
  constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<PipelinesData> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new PipelinesData(client);
  }

  /** Milliseconds from the start of each run of a pipeline until its first step began, and until the run ended. */
  async readDelays(pipeline: string): Promise<{ begun: number[]; ended: number[] }> {
    const { rows } = await this.#client.query<{ begun: number; ended: number }>(
      `select extract(epoch from step.started_at - run.created_at)::float8 * 1000 as begun, extract(epoch from run.ended_at - run.created_at)::float8 * 1000 as ended
      from pipelines.run join pipelines.pipeline on pipeline.id = run.pipeline join pipelines.step on step.run = run.id and step.position = 0
      where pipeline.name = $1 and run.ended_at is not null`,
      [pipeline],
    );
    return { begun: rows.map(({ begun }) => begun), ended: rows.map(({ ended }) => ended) };
  }

  async countSteps(pipeline: string, state: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      `select count(*)::int as count from pipelines.step join pipelines.run on run.id = step.run join pipelines.pipeline on pipeline.id = run.pipeline
      where pipeline.name = $1 and step.state = $2`,
      [pipeline, state],
    );
    return rows[0]!.count;
  }

  async countEnded(pipeline: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      `select count(*)::int as count from pipelines.run join pipelines.pipeline on pipeline.id = run.pipeline where pipeline.name = $1 and ended_at is not null`,
      [pipeline],
    );
    return rows[0]!.count;
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}
