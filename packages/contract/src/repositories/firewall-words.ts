import { sentences } from '../sentences.ts';

/** This is said of what rules keep from coming in. Clients show it as it is, so each is short. */
export const firewallWords = sentences({
  held_back: {
    code: 'download_blocked',
    en: '{package} {version} is held back by the rule "{rule}": {why}. {instead} Ask for an exception: {link}',
    de: '{package} {version} wird von der Regel „{rule}“ zurückgehalten: {why}. {instead} Um eine Ausnahme bitten: {link}',
  },
  newest_let_in: { en: 'The newest version that is let in is {version}.', de: 'Die neueste Version, die hereinkommt, ist {version}.' },
  none_let_in: { en: 'No version of it is let in.', de: 'Keine Version davon kommt herein.' },
  others_unknown: { en: 'Other versions of it may be let in.', de: 'Andere Versionen davon kommen vielleicht herein.' },
  too_young: {
    en: 'published {published}, let in when it is {days} {days|day|days} old, from {from}',
    de: 'veröffentlicht {published}, kommt herein, wenn sie {days} {days|Tag|Tage} alt ist, ab {from}',
  },
  age_unknown: { en: 'nobody says when it was published', de: 'niemand sagt, wann sie veröffentlicht wurde' },
  known_malicious: { en: '{id} says that it is malicious', de: '{id} sagt, dass sie bösartig ist' },
  known_severe: { en: '{id} is {severity}', de: '{id} ist {severity}' },
  advisories_unknown: { en: 'no source of advisories stands for it', de: 'keine Quelle für Schwachstellen steht für sie ein' },
  licence_refused: { en: 'its licence is {licences}', de: 'ihre Lizenz ist {licences}' },
  licence_unknown: { en: 'it names no licence', de: 'sie nennt keine Lizenz' },
  advised_against: { en: 'its makers advise against it', de: 'wer sie gemacht hat, rät von ihr ab' },
  deprecation_unknown: { en: 'nobody says whether it is kept up', de: 'niemand sagt, ob sie gepflegt wird' },
  out_of_support: { en: '{product} {cycle} is out of support since {day}', de: '{product} {cycle} wird seit {day} nicht mehr unterstützt' },
  held_support_over: { en: '{product} {cycle} is out of support', de: '{product} {cycle} wird nicht mehr unterstützt' },
  support_unknown: { en: 'nobody says until when it is supported', de: 'niemand sagt, bis wann sie unterstützt wird' },
  runs_script: { en: 'installing it runs a program of its own', de: 'beim Installieren führt sie ein eigenes Programm aus' },
  script_unknown: { en: 'nobody says whether installing it runs a program', de: 'niemand sagt, ob beim Installieren ein Programm läuft' },
  without_provenance: { en: 'nothing says from which source it was built', de: 'nichts sagt, aus welchen Quellen sie gebaut wurde' },
  without_trusted_signature: { en: 'nobody signed it whose key is trusted here', de: 'niemand hat sie signiert, dessen Schlüssel hier vertraut wird' },
  signature_unknown: { en: 'signatures of its kind are not checked here', de: 'Signaturen ihrer Art werden hier nicht geprüft' },
  provenance_unknown: { en: 'its upstream tells of no provenance at all', de: 'ihr Upstream sagt nichts über Herkunft' },
  looks_like_ours: { en: 'its name looks like one of ours', de: 'ihr Name sieht wie einer von uns aus' },
  not_yours_to_guard: {
    en: 'Name remote repositories of projects that you administer, each by its key. These are not: {keys}',
    de: 'Nennen Sie entfernte Repositorys von Projekten, die Sie verwalten, jedes mit seinem Schlüssel. Diese sind es nicht: {keys}',
  },
  no_firewall_rule: { code: 'not_found', en: 'There is no such rule', de: 'Es gibt keine solche Regel' },
  firewall_rule_exists: { code: 'already_exists', en: 'There is a rule of this name', de: 'Es gibt eine Regel dieses Namens' },
  no_exception: { code: 'not_found', en: 'There is no such exception', de: 'Es gibt keine solche Ausnahme' },
  exception_decided: { code: 'conflict', en: 'That was decided already', de: 'Das ist schon entschieden' },
  exception_asked: {
    code: 'conflict',
    en: 'Somebody has asked for this already, and it is not decided yet',
    de: 'Darum hat schon jemand gebeten, und es ist noch nicht entschieden',
  },
  exception_ends_before: { en: 'Choose an end that is still to come', de: 'Wählen Sie ein Ende, das noch kommt' },
  exception_of_no_remote: { en: 'There is no remote repository {key}', de: 'Es gibt kein entferntes Repository {key}' },
});

/** Schemas ask this of the fields of rules and exceptions. */
export const firewallRules = sentences({
  name_the_rule: { en: 'Give the rule a name', de: 'Geben Sie der Regel einen Namen' },
  name_repositories: { en: 'Name a repository, or * for all', de: 'Nennen Sie ein Repository, oder * für alle' },
  name_licences: { en: 'Name at least one licence', de: 'Nennen Sie mindestens eine Lizenz' },
  days_from_one: { en: 'Give whole days, from 1 to 365', de: 'Geben Sie ganze Tage an, von 1 bis 365' },
  days_from_none: { en: 'Give whole days, from 0 to 365', de: 'Geben Sie ganze Tage an, von 0 bis 365' },
  say_why_exception: { en: 'Say why, in a sentence', de: 'Sagen Sie in einem Satz, warum' },
});
