import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the SAML settings. */
export const { t } = catalogue({
  saml: { en: 'SAML', de: 'SAML' },
  ourSide: { en: 'What the identity provider must know', de: 'Was der Identitätsanbieter wissen muss' },
  ourSideHelp: {
    en: 'Give it the address of the metadata, or the two others one by one.',
    de: 'Geben Sie ihm die Adresse der Metadaten oder die beiden anderen einzeln.',
  },
  metadataUrl: { en: 'Metadata address', de: 'Adresse der Metadaten' },
  entityId: { en: 'Entity id (audience)', de: 'Entity-ID (Audience)' },
  acsUrl: { en: 'Assertion consumer address', de: 'Adresse für Assertions' },
  theirSide: { en: 'What the identity provider gave you', de: 'Was der Identitätsanbieter Ihnen gab' },
  isEnabled: { en: 'Offer SAML on the sign-in page', de: 'SAML auf der Anmeldeseite anbieten' },
  entryPoint: { en: 'Sign-in address', de: 'Anmeldeadresse' },
  issuer: { en: 'Entity id of the identity provider', de: 'Entity-ID des Identitätsanbieters' },
  issuerHint: { en: 'Assertions that others issued are refused.', de: 'Assertions anderer Aussteller werden abgelehnt.' },
  certificate: { en: 'Certificate', de: 'Zertifikat' },
  certificateHint: {
    en: 'In PEM form, or as the metadata has it. Assertions must be signed with its key; put a second one below it while keys change.',
    de: 'Im PEM-Format oder wie in den Metadaten. Assertions müssen mit seinem Schlüssel signiert sein; beim Wechsel steht ein zweites darunter.',
  },
  logoutUrl: { en: 'Sign-out address', de: 'Abmeldeadresse' },
  logoutHint: { en: 'Where people go after signing out here.', de: 'Wohin es nach dem Abmelden hier geht.' },
  ownEntityId: { en: 'Our entity id', de: 'Unsere Entity-ID' },
  ownEntityIdHint: {
    en: 'As the identity provider knows us. Empty: the address of our metadata.',
    de: 'So kennt uns der Identitätsanbieter. Leer: die Adresse unserer Metadaten.',
  },
  verifyAudience: { en: 'Refuse assertions for others', de: 'Assertions für andere ablehnen' },
  verifyAudienceHint: {
    en: 'Without this, an assertion that the provider signed for another application can be used here.',
    de: 'Sonst gilt hier auch eine Assertion, die der Anbieter für eine andere Anwendung signiert hat.',
  },
  attributes: { en: 'What the assertion says about people', de: 'Was die Assertion über Menschen sagt' },
  attributesHelp: { en: 'Names of the attributes.', de: 'Namen der Attribute.' },
  userNameAttribute: { en: 'User name', de: 'Benutzername' },
  userNameHint: { en: 'Empty: the NameID.', de: 'Leer: die NameID.' },
  emailAttribute: { en: 'E-mail', de: 'E-Mail' },
  groupsAttribute: { en: 'Groups', de: 'Gruppen' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  saved: { en: 'The SAML settings were saved', de: 'Die SAML-Einstellungen wurden gespeichert' },
});
