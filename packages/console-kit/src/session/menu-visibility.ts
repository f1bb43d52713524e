import type { Duty } from '@packhouse/contract/duties.ts';
import type { IconName } from '@packhouse/ui/core.ts';
import type { Label } from '../words/i18n.ts';
import type { Session } from './session.ts';

/** This must be so for a menu item to be there. All that is named must hold. */
export interface Requirement {
  role?: 'user' | 'administrator' | 'projectAdministrator';
  /** Whoever keeps this part of the platform by duty needs no such role. */
  duty?: Duty;
  /** Wire name of the service behind it: xray, mc, distribution … */
  service?: string;
  /** Name of a switch; a leading `!` asks for it to be off. */
  feature?: string;
  /** Any licence but none, or one of these types. */
  licence?: true | readonly string[];
  /** Only where the installation is rented and shared. */
  cloudOnly?: boolean;
  /** Only on one of the two interfaces. */
  interface?: 'classic' | 'unified';
  /** Not part of a pure container registry. */
  beyondContainers?: boolean;
  /** Not on lightweight instances. */
  fullInstance?: boolean;
  /** Leads outside, to help. */
  helpLink?: boolean;
  /** The user may change their own profile. */
  profileUpdatable?: boolean;
}

export type Sidebar = 'application' | 'administration' | 'project';

/** One line of a sidebar. */
export interface NavItem {
  id: string;
  sidebar: Sidebar;
  label: Label;
  path: string;
  icon: IconName;
  /** Heading it stands under. */
  group?: Label;
  /** Smaller comes first; groups stand where their first item does. */
  order: number;
  requires?: Requirement;
  /** Other words by which people look for it: what its page holds, and what others call it. */
  finds?: Label;
  /** Beginnings of further paths on which the item is the current one. */
  alsoAt?: readonly string[];
}

/** The shell knows this of an area before its code is loaded. */
export interface AreaManifest {
  id: string;
  title: Label;
  /** Beginnings of the paths that are the area's. */
  paths: readonly string[];
  nav: readonly NavItem[];
}

type Facts = Pick<
  Session,
  | 'kind'
  | 'administrator'
  | 'profileUpdatable'
  | 'duties'
  | 'managesProject'
  | 'services'
  | 'features'
  | 'licenceType'
  | 'cloud'
  | 'dedicated'
  | 'interface'
  | 'flavour'
  | 'lightweight'
>;

function hasRole(role: Requirement['role'], facts: Facts): boolean {
  if (role === 'administrator') return facts.administrator;
  if (role === 'projectAdministrator') return facts.administrator || facts.managesProject;
  return role === undefined || facts.kind === 'user';
}

function hasFeature(feature: string | undefined, facts: Facts): boolean {
  if (feature === undefined) return true;
  // An area of another release may ask for a switch that there is none of.
  const features: Readonly<Record<string, boolean | undefined>> = facts.features;
  return feature.startsWith('!') ? !features[feature.slice(1)] : features[feature] === true;
}

function hasLicence(licence: Requirement['licence'], facts: Facts): boolean {
  if (licence === undefined) return true;
  return licence === true ? facts.licenceType !== 'N/A' : licence.includes(facts.licenceType);
}

function fitsInstance(requires: Requirement, facts: Facts): boolean {
  if (requires.cloudOnly && (!facts.cloud || facts.dedicated)) return false;
  if (requires.beyondContainers && facts.flavour === 'JCR') return false;
  if (requires.fullInstance && facts.lightweight) return false;
  if (requires.helpLink && facts.features.helpLinks === false) return false;
  return requires.interface === undefined || requires.interface === facts.interface;
}

/** Whether somebody sees a menu item. Hidden items are also unreachable by address. */
export function isVisible(requires: Requirement | undefined, facts: Facts): boolean {
  if (!requires) return true;
  return (
    (hasRole(requires.role, facts) || (requires.duty !== undefined && (facts.duties ?? []).includes(requires.duty))) &&
    (requires.service === undefined || requires.service in facts.services) &&
    hasFeature(requires.feature, facts) &&
    hasLicence(requires.licence, facts) &&
    fitsInstance(requires, facts) &&
    (!requires.profileUpdatable || facts.profileUpdatable)
  );
}
