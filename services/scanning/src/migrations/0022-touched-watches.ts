import { type Kysely, sql } from 'kysely';

/**
 * Only what decides about violations has everything judged again when a watch or a policy changes. A watch also keeps when it told of new violations last: that alone had all
 * versions judged anew each time, a minute after they had been.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function judge_everything() returns void language sql set search_path = scanning as $$
      select judge_again(array(select id from target union select target_id from violation where state <> 'closed'))
    $$;
    create function watch_rewritten() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if exists (select from new_rows n join old_rows o using (id)
          where (n.name, n.project, n.active, n.resources) is distinct from (o.name, o.project, o.active, o.resources)) then
          perform judge_everything();
        end if;
        return null;
      end $$;
    drop trigger watch_changed on watch;
    create trigger watch_changed after update on watch referencing old table as old_rows new table as new_rows for each statement execute function watch_rewritten();
    create trigger watch_deleted after delete on watch for each statement execute function watch_touched();
    create function watch_assigned() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if exists (select from touched_rows) then perform judge_everything(); end if;
        return null;
      end $$;
    drop trigger watch_policy_changed on watch_policy;
    create trigger watch_policy_inserted after insert on watch_policy referencing new table as touched_rows for each statement execute function watch_assigned();
    create trigger watch_policy_deleted after delete on watch_policy referencing old table as touched_rows for each statement execute function watch_assigned();
    create function policy_rewritten() returns trigger language plpgsql set search_path = scanning as $$
      begin
        if exists (select from watch_policy join new_rows n on n.id = watch_policy.policy_id join old_rows o on o.id = n.id
          where (n.name, n.type, n.project, n.rules) is distinct from (o.name, o.type, o.project, o.rules)) then
          perform judge_everything();
        end if;
        return null;
      end $$;
    drop trigger policy_changed on policy;
    create trigger policy_changed after update on policy referencing old table as old_rows new table as new_rows for each statement execute function policy_rewritten();
    drop function policy_touched();
  `.execute(db);
}
