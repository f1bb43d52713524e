import type { Session } from '@packhouse/console-kit/console-kit.ts';
import type { ProjectMember, Role } from '@packhouse/contract/access/access-project-routes.ts';
import type { FormQuestion } from '@packhouse/ui/form/form.ts';
import { t } from './projects-words.ts';

type Person = Pick<Session, 'name' | 'groups' | 'administrator'>;
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The members, users and groups, whose roles make administrators of a project. */
function administratorsAmong(members: readonly ProjectMember[], roles: readonly Role[]): ProjectMember[] {
  const administering = new Set(roles.filter(({ type }) => type === 'ADMIN').map(({ name }) => name));
  return members.filter((member) => member.roles.some((role) => administering.has(role)));
}

const isOneOf = ({ name, groups }: Person, members: readonly ProjectMember[]) =>
  members.some((member) => (member.kind === 'user' ? isSame(member.name, name) : groups.some((group) => isSame(member.name, group))));

/** A change of the members of a project takes this away: from the person who makes it, and from the project. */
export interface Loss {
  /** The person administers the project no longer; administrators of the platform always do. */
  own: boolean;
  /** Nobody is left who administers the project. */
  last: boolean;
}

/** Works out what is lost when one member of a project has other roles than before. */
export function makeLoss(person: Person, roles: readonly Role[], members: readonly ProjectMember[], changed: ProjectMember): Loss {
  const before = administratorsAmong(members, roles);
  const others = members.filter(({ kind, name }) => kind !== changed.kind || !isSame(name, changed.name));
  const after = administratorsAmong([...others, changed], roles);
  return { own: !person.administrator && isOneOf(person, before) && !isOneOf(person, after), last: before.length > 0 && after.length === 0 };
}

/** Gives what is asked before people take the administration of a project away from themselves. */
export function findQuestion({ own, last }: Loss, project: string): FormQuestion | undefined {
  if (!own) return undefined;
  return { title: t('ownTitle', { name: project }), text: [t('ownText'), ...(last ? [t('lastText')] : [])].join(' '), action: t('ownAction') };
}
