/** The access service says whether visitors who do not sign in may do what permissions give to them. */
export interface Visitors {
  areLetIn(): Promise<boolean>;
  /** Audited as a change of the person who asks for it. */
  letIn(are: boolean, by: { actor: string; address: string }): Promise<void>;
}
