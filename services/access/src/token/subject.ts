/** How tokens name a user: clients take the text after the last slash for the user name. */
export const readSubject = (deployment: string, userName: string) => `${getIssuer(deployment)}/users/${userName}`;

export const getIssuer = (deployment: string) => `jfac@${deployment}`;

export function getUserNameOfSubject(subject: string): string {
  return subject.slice(subject.lastIndexOf('/') + 1);
}
