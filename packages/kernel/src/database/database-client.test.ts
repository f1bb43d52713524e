import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createEmptyDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { outsideFailure } from '../http/outside-failure.ts';
import { describeAddress, getPassword, readHosts } from './database-address.ts';
import { DatabaseClient, openPool } from './database-client.ts';

let database: TestDatabase;
/** A host that takes nobody, before the one that is there. */
let url: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  const real = new URL(database.url);
  real.search = '';
  url = real.href.replace(real.host, `127.0.0.1:1,${real.host}`);
});
afterAll(() => database.drop());

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
/** What a server says to whom it lets in, in two parts. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const welcome = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))] as const;

/** Stands for a server: does as told with each connection that says who it is. */
async function listen(onStart: (socket: Socket) => void): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onStart(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/db` };
}

/** Lets so many seconds pass for those who count them. */
const passSeconds = (count: number) => vi.advanceTimersByTime(count * 1000);

describe('an address', () => {
  it('may name several hosts', () => {
    const hosts = (address: string) => readHosts(address).map(({ name }) => name);
    expect(hosts('postgres://u:p@one:1,two:2/db?target_session_attrs=read-write')).toEqual(['one:1', 'two:2']);
    expect(hosts('postgresql://u@one,[::1]:7/db')).toEqual(['one:5432', '::1:7']);
    expect(hosts('postgres://u@127.0.0.1:4/db?host=%2Frun%2Fpg')).toEqual(['/run/pg:4']);
    expect(() => readHosts('postgres://u@one,two/db?target_session_attrs=standby')).toThrow('takes no writes; leave it out');
  });

  it('is shown without its password, which is known as a secret', () => {
    expect(describeAddress('postgres://u:p%40ss@one:1,two/db')).toBe('postgres://u@one:1,two/db');
    expect(getPassword('postgres://u:p%40ss@one:1,two/db')).toBe('p%40ss');
    expect(getPassword('postgres://u@one/db')).toBeUndefined();
  });
});

describe('a connection', () => {
  it('leads to the host that takes writes', async () => {
    const pool = openPool(url);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('that PostgreSQL ends the change of, so that another can go on, had the change that came second', async () => {
    const pool = openPool(url);
    await pool.query('create table met (id int primary key); insert into met values (1), (2)');
    const begin = async (id: number) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('update met set id = id where id = $1', [id]);
      return client;
    };
    const clients = [await begin(1), await begin(2)] as const;
    const ends = await Promise.allSettled(clients.map((client, at) => client.query('update met set id = id where id = $1', [2 - at])));
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [outsideFailure(end.reason)] : []))).toEqual(['conflict']);
    for (const client of clients) client.release(true);
    await pool.end();
  });

  it('that is closed together with the words that it is ready ends nothing but itself', async () => {
    const farewell = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));
    const { server, url: address } = await listen((socket) => socket.end(Buffer.concat([...welcome, farewell])));
    const pool = openPool(address);
    // An error that nobody hears would end the process.
    await expect(pool.query('select 1')).rejects.toThrow(/terminat|queryable/);
    await pool.end();
    server.close();
  });

  it('says of each host why it cannot be used', async () => {
    const client = new DatabaseClient({ connectionString: url.replace(/:\d+\//, ':2/') });
    const refused = await client.connect().catch((error: Error) => error);
    expect(String(refused)).toMatch(/No host of the database takes writes: 127.0.0.1:1 connect ECONNREFUSED.*; 127.0.0.1:2 connect ECONNREFUSED/);
    expect(outsideFailure(refused)).toBe('unavailable');
  });

  it('that may not write any more ends together with all others to that host', async () => {
    const pool = openPool(url, { max: 2 });
    const [one, other] = [await pool.connect(), await pool.connect()];
    await one.query('create table written (number integer)');
    await one.query('set session characteristics as transaction read only');
    const refused = await one.query('insert into written values (1)').catch((error: unknown) => error);
    expect(outsideFailure(refused)).toBe('unavailable');
    await expect(other.query('select pg_sleep(1)')).rejects.toThrow(/terminated|queryable/);
    one.release();
    other.release();
    await expect(pool.query('insert into written values (2)')).resolves.toMatchObject({ rowCount: 1 });
    await pool.end();
  });

  it('is not made to a database that only reads', async () => {
    const owner = openPool(database.url);
    const name = new URL(database.url).pathname.slice(1);
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    for (const address of [database.url, url]) {
      const client = new DatabaseClient({ connectionString: address });
      const refused = await client.connect().catch((error: unknown) => error);
      expect(String(refused)).toContain('takes no writes');
      expect(outsideFailure(refused)).toBe('unavailable');
    }
    await owner.query(`set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`);
    await owner.end();
  });

  it('is opened in its turn, so that a host is not asked for hundreds at once and then seems to be silent', async () => {
    let opening = 0;
    let most = 0;
    const { server, url: address } = await listen((socket) => {
      most = Math.max(most, ++opening);
      setTimeout(() => {
        opening--;
        socket.write(Buffer.concat(welcome));
      }, 20);
    });
    const clients = Array.from({ length: 20 }, () => new DatabaseClient({ connectionString: address }));
    await Promise.all(clients.map((client) => client.connect()));
    expect(most).toBe(4);
    for (const client of clients) client.connection.stream.destroy();
    server.close();
  });

  it('is given up when its host is silent, and not while it says something, however slowly', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const asking: Socket[] = [];
      const { server, url: address } = await listen((socket) => asking.push(socket));
      const slow = new DatabaseClient({ connectionString: address });
      const connected = slow.connect();
      await expect.poll(() => asking.length).toBe(1);
      for (const part of welcome) {
        passSeconds(9);
        asking[0]!.write(part);
        const heard = slow.connection.stream as Socket;
        const before = heard.bytesRead;
        await expect.poll(() => heard.bytesRead).toBeGreaterThan(before);
      }
      await connected;
      slow.connection.stream.destroy();

      const clients = Array.from({ length: 9 }, () => new DatabaseClient({ connectionString: address }));
      const refusals = clients.map((client) => client.connect().catch((error: unknown) => `${outsideFailure(error)}: ${String(error)}`));
      await expect.poll(() => asking.length).toBe(5);
      passSeconds(10);
      // Who waited behind the four does not wait as long again.
      expect(new Set(await Promise.all(refusals))).toEqual(new Set([expect.stringMatching(/^unavailable: .*does not answer$/)]));
      expect(asking.length).toBe(5);
      server.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
