import { sentences } from '../sentences.ts';

/** This is said about licence buckets, and about licences on their way to deployments. */
export const bucketWords = sentences({
  no_bucket: { code: 'not_found', en: 'There is no such license bucket', de: 'Dieses Lizenzbündel gibt es nicht' },
  bucket_name_taken: { en: 'There is a bucket {name} already', de: 'Ein Bündel {name} gibt es schon' },
  bucket_file_not_whole: {
    en: 'This file is not whole: it was cut off or changed',
    de: 'Diese Datei ist nicht vollständig: Sie wurde abgeschnitten oder verändert',
  },
  bucket_file_too_deep: { en: 'This file is nested too deep for a bucket', de: 'Diese Datei ist für ein Bündel zu tief verschachtelt' },
  bucket_file_unknown: { en: 'This is not a license bucket', de: 'Das ist kein Lizenzbündel' },
  bucket_seal_unknown: {
    en: 'This bucket is sealed in a way that is not accepted',
    de: 'Dieses Bündel ist auf eine Weise versiegelt, die nicht angenommen wird',
  },
  bucket_key_wrong: { en: 'This key does not open the bucket', de: 'Dieser Schlüssel öffnet das Bündel nicht' },
  bucket_licence_bad: { en: 'Its license number {number} is not good: {why}', de: 'Seine Lizenz Nummer {number} ist nicht gut: {why}' },
  bucket_licence_nameless: { en: 'its issuer gave it no name', de: 'ihr Aussteller gab ihr keinen Namen' },
  bucket_licence_foreign: { en: 'it was made for the bucket {bucket}', de: 'sie wurde für das Bündel {bucket} gemacht' },
  bucket_licence_twice: { en: 'License {jti} is in it twice', de: 'Die Lizenz {jti} ist zweimal darin' },
  bucket_count_disagrees: {
    en: 'It says that it holds {said} licenses, and holds {count}',
    de: 'Es gibt an, {said} Lizenzen zu enthalten, und enthält {count}',
  },
  bucket_disagrees: { en: 'Its licenses do not agree with it about {what}', de: 'Seine Lizenzen stimmen mit ihm nicht überein: {what}' },
  what_type: { en: 'the license type', de: 'die Lizenzart' },
  what_expiry: { en: 'the expiry date', de: 'das Ablaufdatum' },
  what_customer: { en: 'the customer', de: 'der Kunde' },
  what_projects: { en: 'the number of projects', de: 'die Anzahl der Projekte' },
  bucket_expired: { en: 'Its licenses expired on {date}', de: 'Seine Lizenzen sind am {date} abgelaufen' },
  bucket_there: { en: 'This bucket is there already, as {name}', de: 'Dieses Bündel gibt es schon, als {name}' },
  bucket_licence_there: { en: 'License {jti} is in the bucket {name} already', de: 'Die Lizenz {jti} ist schon im Bündel {name}' },
  bucket_url_failed: { en: 'The file could not be read from there: {why}', de: 'Die Datei ließ sich von dort nicht lesen: {why}' },
  bucket_url_answered: { en: 'The server answered {status}', de: 'Der Server hat mit {status} geantwortet' },
  bucket_other: { en: 'The payload names another bucket than the address', de: 'Der Inhalt nennt ein anderes Bündel als die Adresse' },
  bucket_over: {
    code: 'conflict',
    en: 'The licenses of this bucket have expired',
    de: 'Die Lizenzen dieses Bündels sind abgelaufen',
  },
  bucket_handed_over: {
    code: 'conflict',
    en: 'This split bucket was downloaded: another mission control attaches its licenses',
    de: 'Dieses Teilbündel wurde heruntergeladen: Ein anderer Leitstand hängt seine Lizenzen an',
  },
  bucket_empty: {
    code: 'conflict',
    en: 'Deployments have every license of this bucket: there is nothing to download',
    de: 'Alle Lizenzen dieses Bündels sind bei Deployments: Es gibt nichts herunterzuladen',
  },
  bucket_is_split: { code: 'conflict', en: 'A split bucket is not split again', de: 'Ein Teilbündel wird nicht noch einmal geteilt' },
  no_attach_deployment: { en: 'There is no platform deployment {name}', de: 'Es gibt kein Platform Deployment {name}' },
  deployment_not_attachable: {
    en: '{name} is neither Online nor Partial: no license can be attached to it',
    de: '{name} ist weder Online noch Teilweise: Es lassen sich dort keine Lizenzen anhängen',
  },
  instance_takes_none: {
    en: '{name} is a single instance: licenses are for platform deployments',
    de: '{name} ist eine einzelne Instanz: Lizenzen sind für Platform Deployments',
  },
  nothing_attached: { code: 'conflict', en: 'No license of this bucket is at {name}', de: 'Bei {name} ist keine Lizenz dieses Bündels' },
  deployment_still_there: {
    code: 'conflict',
    en: '{name} can be reached: take its licenses back instead',
    de: '{name} ist erreichbar: Nehmen Sie die Lizenzen zurück',
  },
  trust_not_there: { en: 'This platform trusts no deployment of that name any more', de: 'Diese Plattform vertraut keinem Deployment dieses Namens mehr' },
  order_under_way: { en: 'On its way to {name}', de: 'Auf dem Weg zu {name}' },
  order_attached: { en: '{count} {count|license is|licenses are} attached to {name}', de: '{count} {count|Lizenz ist|Lizenzen sind} an {name} angehängt' },
  order_taken_back: {
    en: '{count} {count|license was|licenses were} taken back from {name}',
    de: '{count} {count|Lizenz wurde|Lizenzen wurden} von {name} zurückgenommen',
  },
  order_refused: { en: '{name} refused: {why}', de: '{name} hat abgelehnt: {why}' },
  order_attached_partly: {
    en: '{count} {count|license is|licenses are} attached to {name}, which refused the rest: {why}',
    de: '{count} {count|Lizenz ist|Lizenzen sind} an {name} angehängt; den Rest hat es abgelehnt: {why}',
  },
  order_taken_back_partly: {
    en: '{count} {count|license was|licenses were} taken back from {name}, which refused the rest: {why}',
    de: '{count} {count|Lizenz wurde|Lizenzen wurden} von {name} zurückgenommen; den Rest hat es abgelehnt: {why}',
  },
  order_open: {
    en: 'it is not settled yet whether it has them',
    de: 'es ist noch ungeklärt, ob es sie hat',
  },
  order_since: { en: 'they were attached meanwhile', de: 'sie wurden inzwischen angehängt' },
  order_unsettled: {
    en: '{name} did not answer in time ({why}); the licenses stay reserved until it says whether it has them',
    de: '{name} hat nicht rechtzeitig geantwortet ({why}); die Lizenzen bleiben reserviert, bis das Deployment sagt, ob es sie hat',
  },
  order_not_arrived: {
    en: '{name} does not have the licenses; they are free again',
    de: '{name} hat die Lizenzen nicht; sie sind wieder frei',
  },
  order_forgotten: { en: '{name} was forgotten; its licenses are free again', de: '{name} wurde vergessen; die Lizenzen sind wieder frei' },
  order_broken_off: { en: 'the answer was not heard', de: 'die Antwort wurde nicht gehört' },
});
