import pg from 'pg';

/** How many groups, and how many of them each user is in. */
const groups = 100;
const groupsOfUser = 3;
const grantsOfPermission = 5;

async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set search_path = access');
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface AccessSize {
  users: number;
  permissions: number;
  tokens: number;
}

/** Puts so many users, each in some groups, their tokens, and permissions straight into a database, where nothing is federated yet. */
export function fillAccess(url: string, { users, permissions, tokens }: AccessSize): Promise<void> {
  return withDatabase(url, async (client) => {
    const hash = `(select password_hash from "user" where name = 'admin')`;
    await client.query(`insert into "group" (name) select 'bench-group-' || number from generate_series(1, ${groups}) number`);
    await client.query(`
      insert into "user" (name, email, password_hash) select 'bench-user-' || number, 'user-' || number || '@example.test', ${hash} from generate_series(1, ${users}) number`);
    await client.query(`
      insert into membership (user_id, group_id) select u.id, g.id from "user" u cross join generate_series(1, ${groupsOfUser}) turn
      join "group" g on g.name = 'bench-group-' || (1 + (u.id * turn * 7) % ${groups}) where u.name like 'bench-user-%' on conflict do nothing`);
    await client.query(`
      insert into access_token (id, user_id, subject, scope, description, created_by, expires_at, reference_hash)
      select gen_random_uuid(), u.id, 'jfac@bench/users/' || u.name, 'applied-permissions/user', 'bench', u.name, now() + interval '1 year', encode(sha256(('bench-' || number)::bytea), 'hex')
      from generate_series(1, ${tokens}) number join "user" u on u.name = 'bench-user-' || (1 + number % ${users})`);
    await client.query(`insert into permission (name) select 'bench-permission-' || number from generate_series(1, ${permissions}) number`);
    await client.query(`
      insert into permission_section (permission_id, position, resource_type, names)
      select id, 0, 'repository', array['bench-' || id] from permission where name like 'bench-permission-%'`);
    await client.query(`
      insert into permission_grant (section_id, group_id, actions) select s.id, g.id, '{read,deploy}' from permission_section s
      join permission p on p.id = s.permission_id and p.name like 'bench-permission-%' cross join generate_series(1, ${grantsOfPermission}) turn
      join "group" g on g.name = 'bench-group-' || (1 + (s.id * turn * 7) % ${groups}) on conflict do nothing`);
  });
}

/** How many of what was put into one deployment are at this one. */
export function countArrived(url: string): Promise<AccessSize> {
  return withDatabase(url, async (client) => {
    const { rows } = await client.query<AccessSize>(`
      select (select count(*)::int from "user" where name like 'bench-user-%') as users,
        (select count(*)::int from permission where name like 'bench-permission-%') as permissions,
        (select count(*)::int from access_token where description = 'bench') as tokens`);
    return { ...rows[0]! };
  });
}
