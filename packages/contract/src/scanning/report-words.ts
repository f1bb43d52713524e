import { sentences } from '../sentences.ts';

/** This is said about reports. */
export const reportWords = sentences({
  no_report: { code: 'not_found', en: 'failed to get report details: there is no report {id}', de: 'Es gibt keinen Bericht {id}' },
  report_not_made: { code: 'conflict', en: 'The report is not made yet', de: 'Der Bericht ist noch nicht erstellt' },
  report_not_running: { code: 'conflict', en: 'The report is not being made', de: 'Der Bericht wird gerade nicht erstellt' },
  report_under_way: { code: 'conflict', en: 'The report is being made', de: 'Der Bericht wird gerade erstellt' },
  too_many_reports: {
    code: 'conflict',
    en: 'You have {count} {count|report|reports}, and there may be no more; delete some first',
    de: 'Sie haben {count} {count|Bericht|Berichte}, und mehr dürfen es nicht sein; löschen Sie zuerst einige',
  },
  report_too_long: {
    en: 'It would have more than {count} rows; name repositories or set filters',
    de: 'Er hätte mehr als {count} Zeilen; nennen Sie Repositorys oder setzen Sie Filter',
  },
  report_author_gone: {
    en: 'The user {name}, whose report it is, may not sign in any more',
    de: 'Der Benutzer {name}, dem der Bericht gehört, darf sich nicht mehr anmelden',
  },
  report_broke_off: { en: 'Making it broke off {count} {count|time|times}', de: 'Das Erstellen brach {count}-mal ab' },
  schedule_not_readable: { en: 'This is no schedule: five fields, such as 0 6 * * 1', de: 'Das ist kein Zeitplan: fünf Felder, etwa 0 6 * * 1' },
  schedule_never: { en: 'A report cannot come around by this schedule', de: 'Nach diesem Zeitplan käme der Bericht nie wieder' },
  exposures_not_sought: {
    code: 'bad_request',
    en: 'Nothing here looks for exposures, so that there is nothing to report on',
    de: 'Hier sucht nichts nach Exposures, darum gibt es darüber nichts zu berichten',
  },
  no_report_type: { code: 'not_found', en: 'There are no reports of the type {type}', de: 'Es gibt keine Berichte der Art {type}' },
  time_zone_unknown: { en: 'There is no such time zone', de: 'Diese Zeitzone gibt es nicht' },
});

/** Rules of input: only their English travels, as messages of schemas. */
export const reportRules = sentences({
  report_name_it: { en: 'Give the report a name', de: 'Geben Sie dem Bericht einen Namen' },
  filter_of_other_report: { en: 'Reports of this type have no such filter', de: 'Berichte dieser Art haben keinen solchen Filter' },
  not_looked_at_here: { en: 'This is not looked at here; leave it out', de: 'Das wird hier nicht betrachtet; lassen Sie es weg' },
});
