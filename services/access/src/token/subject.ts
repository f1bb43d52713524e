/** How tokens name a user: clients take the text after the last slash for the user name. */
export const subjectOf = (deployment: string, userName: string) => `${issuerOf(deployment)}/users/${userName}`;

export const issuerOf = (deployment: string) => `jfac@${deployment}`;

export function userNameOfSubject(subject: string): string {
  return subject.slice(subject.lastIndexOf('/') + 1);
}
