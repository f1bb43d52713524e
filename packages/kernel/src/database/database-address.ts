import pg from 'pg';

/** One host of a database, as the library takes it. */
export interface DatabaseHost {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The host and port for people. */
  readonly name: string;
}

const shape = /^(?<scheme>postgres(?:ql)?:\/\/)(?<account>[^@/?]*@)?(?<hosts>[^/?]*)(?<rest>.*)$/s;
/** The platform writes, so only these make sense. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-TARGET-SESSION-ATTRS */
const writing: ReadonlySet<string> = new Set(['any', 'read-write', 'primary']);

function readHost(url: string): DatabaseHost {
  const { host, port } = new pg.Client({ connectionString: url });
  return { url, host, port, name: `${host}:${port}` };
}

/**
 * The hosts of an address such as `postgres://user@one:5432,two:5432/packhouse`, in its order.
 * @throws with words for the person who configures the platform.
 */
export function readHosts(url: string): DatabaseHost[] {
  const parts = shape.exec(url)?.groups;
  if (!parts) return [readHost(url)];
  const wanted = /[?&]target_session_attrs=(?<wanted>[^&]*)/.exec(parts.rest!)?.groups?.wanted;
  if (wanted !== undefined && !writing.has(wanted))
    throw new Error(`target_session_attrs=${wanted} leads to a database that takes no writes; leave it out, or use read-write`);
  return parts.hosts!.split(',').map((host) => readHost(`${parts.scheme}${parts.account ?? ''}${host}${parts.rest}`));
}

/** The address without its password. */
export function describeAddress(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/?]*):[^@/?]*@/, '$1@');
}

/** The password within an address as it stands there; undefined when there is none. */
export function getPassword(url: string): string | undefined {
  return /^[a-z]+:\/\/[^:@/?]*:(?<password>[^@/?]+)@/.exec(url)?.groups?.password;
}
