import { sentences } from '@packhouse/contract/sentences.ts';

/** The command `license` says this in the terminal. */
export const licenseWords = sentences({
  license_usage: {
    en: `packhouse license keys <file>            makes the key pair of an issuer: the private key in <file>, the public one in <file>.pub and on the terminal
packhouse license issue [options]        signs one license, or a bucket of many
  --signing-key <file>  the issuer's private key
  --type <type>         {types}
  --to <customer>       whom it is made out for
  --until <day>         the last day, such as 2027-12-31; without it, it never ends
  --projects <number>   how many projects it is meant for
  --count <number>      a bucket of so many licenses; its key is written to the terminal, once
  --out <file>          the file of the bucket or the license; a license goes to the terminal without it
packhouse license inspect <file>         says what is in a license or a bucket
  --key <key>           the key of a bucket
  --licence-key <key>   the issuer's public key, or a file that holds it; PACKHOUSE_LICENCE_KEY unless given
Ends with 0 when all is well, 2 when it was called wrongly, else 1.`,
    de: `packhouse license keys <Datei>           legt das Schlüsselpaar eines Ausstellers an: den privaten Schlüssel in <Datei>, den öffentlichen in <Datei>.pub und im Terminal
packhouse license issue [Optionen]       signiert eine Lizenz oder ein Bündel von vielen
  --signing-key <Datei> der private Schlüssel des Ausstellers
  --type <Art>          {types}
  --to <Kunde>          für wen sie ausgestellt wird
  --until <Tag>         der letzte Tag, etwa 2027-12-31; ohne ihn endet sie nie
  --projects <Anzahl>   für wie viele Projekte sie gedacht ist
  --count <Anzahl>      ein Bündel von so vielen Lizenzen; sein Schlüssel wird ins Terminal geschrieben, einmal
  --out <Datei>         die Datei des Bündels oder der Lizenz; ohne sie geht eine Lizenz ins Terminal
packhouse license inspect <Datei>        sagt, was in einer Lizenz oder einem Bündel steht
  --key <Schlüssel>     der Schlüssel eines Bündels
  --licence-key <Schl.> der öffentliche Schlüssel des Ausstellers oder eine Datei, die ihn enthält; sonst PACKHOUSE_LICENCE_KEY
Endet mit 0, wenn alles gut ist, mit 2 bei falschem Aufruf, sonst mit 1.`,
  },
  keys_made: {
    en: `The private key is in {file}: keep it away from every server. The public key is in {file}.pub; every installation that
takes licenses of this issuer is given it:
PACKHOUSE_LICENCE_KEY={key}`,
    de: `Der private Schlüssel steht in {file}: Bewahren Sie ihn fern von jedem Server auf. Der öffentliche steht in {file}.pub; jede Installation,
die Lizenzen dieses Ausstellers annimmt, bekommt ihn:
PACKHOUSE_LICENCE_KEY={key}`,
  },
  bucket_made: {
    en: 'The bucket {identifier} of {count} {count|license|licenses} is in {file}. Its key, which is not kept anywhere:',
    de: 'Das Bündel {identifier} mit {count} {count|Lizenz|Lizenzen} steht in {file}. Sein Schlüssel, der nirgends aufbewahrt wird:',
  },
  licence_made: { en: 'The license {jti} is in {file}.', de: 'Die Lizenz {jti} steht in {file}.' },
  say_signing_key: { en: 'Say which key signs: --signing-key <file>', de: 'Sagen Sie, welcher Schlüssel signiert: --signing-key <Datei>' },
  say_type: { en: 'Say which type: --type with one of {types}', de: 'Sagen Sie, welche Art: --type mit einem von {types}' },
  say_to: { en: 'Say for whom: --to <customer>', de: 'Sagen Sie, für wen: --to <Kunde>' },
  say_out: { en: 'A bucket goes into a file: --out <file>.json', de: 'Ein Bündel kommt in eine Datei: --out <Datei>.json' },
  until_no_day: { en: '--until takes a day to come, such as 2027-12-31', de: '--until nimmt einen künftigen Tag, etwa 2027-12-31' },
  number_unfit: { en: '{option} takes a whole number from 1 to {most}', de: '{option} nimmt eine ganze Zahl von 1 bis {most}' },
  bucket_too_large: {
    en: 'A bucket of so many licenses would be 13 MB or more; make several',
    de: 'Ein Bündel mit so vielen Lizenzen hätte 13 MB oder mehr; machen Sie mehrere',
  },
  no_signing_key: { en: '{file} holds no Ed25519 private key', de: '{file} enthält keinen privaten Ed25519-Schlüssel' },
  no_public_key: {
    en: 'The signature was not checked: no public key was given.',
    de: 'Die Signatur wurde nicht geprüft: Es wurde kein öffentlicher Schlüssel angegeben.',
  },
  say_bucket_key: { en: 'This is a bucket: give its key with --key', de: 'Das ist ein Bündel: Geben Sie seinen Schlüssel mit --key an' },
  told_bucket: {
    en: `Bucket {identifier}: {count} {count|license|licenses} of the type {type} for {customer}
issued {issued}, expires {expires}, for {projects} {projects|project|projects}
Every license is signed by this issuer and agrees with the bucket.`,
    de: `Bündel {identifier}: {count} {count|Lizenz|Lizenzen} der Art {type} für {customer}
ausgestellt {issued}, läuft ab {expires}, für {projects} {projects|Projekt|Projekte}
Jede Lizenz ist von diesem Aussteller signiert und stimmt mit dem Bündel überein.`,
  },
  told_bucket_unchecked: {
    en: `Bucket {identifier}: {count} {count|license|licenses} of the type {type} for {customer}
issued {issued}, expires {expires}, for {projects} {projects|project|projects}`,
    de: `Bündel {identifier}: {count} {count|Lizenz|Lizenzen} der Art {type} für {customer}
ausgestellt {issued}, läuft ab {expires}, für {projects} {projects|Projekt|Projekte}`,
  },
  told_licence: {
    en: 'License {jti} of the type {type} for {customer}, issued {issued}, expires {expires}, signed by this issuer',
    de: 'Lizenz {jti} der Art {type} für {customer}, ausgestellt {issued}, läuft ab {expires}, von diesem Aussteller signiert',
  },
  never: { en: 'never', de: 'nie' },
  unnamed: { en: 'without a name', de: 'ohne Namen' },
});
