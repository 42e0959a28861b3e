/**
 * What each case sends to a target that conforms. `npm run costs` measures it on the reference, and writes the rows.
 */

export interface Cost {
  readonly requests: number;
  /** How many of them have no valid credentials, and so use no organization's budget. */
  readonly unauthenticated: number;
  /** How many of them another organization's key sends, if the target has one. */
  readonly other: number;
  /** How many of them are sent while another request of the case is in flight, and so take no extra time. */
  readonly concurrent: number;
  /** How many more requests it sends if no other case has sent the reads that cases share. */
  readonly shared: number;
}

/**
 * By case. `readOnly`: under `--read-only`, if that differs. A case without a row sends nothing.
 */
// biome-ignore format: the rows are written by `npm run costs`
export const costs: Readonly<Record<string, Partial<Cost> & { readonly readOnly?: Partial<Cost> }>> = {
  "submission.feedback-types": { requests: 8, concurrent: 5, shared: 2 },
  "submission.all-fields": { shared: 4 },
  "submission.hazards": { requests: 3, shared: 4 },
  "submission.wrong-types": { requests: 4, shared: 4 },
  "feedback.acceptance": { shared: 4 },
  "profile.avatar-type-kept": { requests: 6, other: 1 },
  "organization.creation-listed": { requests: 2, shared: 1 },
  "answers.getProduct": { requests: 3 },
  "answers.getProblem": { requests: 7 },
  "answers.submitFeedback": { shared: 4 },
  "answers.getFeedbackStatus": { shared: 4 },
  "invitation.refused": { requests: 3 },
  "answers.getOrganization": { requests: 2 },
  "answers.listMembers": { requests: 1, shared: 1 },
  "answers.listOrganizations": { shared: 1 },
  "answers.inviteMember": { shared: 1 },
  "feedback.no-lost-submissions": { requests: 8, concurrent: 2, shared: 8 },
  "invitation.ordinary-addresses": { shared: 1 },
  "answers.createOrganization": { requests: 1 },
  "organization.creation-kept": { requests: 1, shared: 1 },
  "consistency.own-problems": { requests: 3, other: 3 },
  "answers.getMe": { shared: 1, readOnly: { requests: 1 } },
  "answers.listFeatures": { requests: 2 },
  "answers.listProblems": { shared: 1 },
  "answers.listReleases": { requests: 2, shared: 2 },
  "answers.listContexts": { requests: 1 },
  "answers.listActors": { requests: 1 },
  "profile.each-field": { requests: 1, shared: 6 },
  "profile.field-alone": { requests: 2, shared: 3 },
  "profile.stays-readable": { requests: 3, shared: 4 },
  "answers.updateMe": { shared: 4 },
  "profile.update-kept": { requests: 3, shared: 5 },
  "consistency.list-and-detail": { requests: 1, other: 1, shared: 14 },
  "feedback.status-by-id": { requests: 1, shared: 10 },
  "feedback.status-still-there": { requests: 1 },
  "profile.others-unchanged": { requests: 5, other: 3, shared: 5 },
  "body.valid-values": { requests: 4, shared: 6 },
  "body.wrong-types": { requests: 4, shared: 5 },
  "auth.authentication-first": { requests: 8, unauthenticated: 8, shared: 1, readOnly: { requests: 4, unauthenticated: 4 } },
  "auth.denied-caller": { requests: 3, shared: 1 },
  "scope.every-list": { requests: 8, shared: 10 },
  "auth.expired-key": { requests: 20, unauthenticated: 19, shared: 5, readOnly: { requests: 16, unauthenticated: 15 } },
  "scope.feedback-for-every-product": { requests: 2, shared: 4 },
  "scope.feedback-for-products": { requests: 6, other: 6, shared: 4 },
  "scope.foreign-feedback-status": { requests: 2, other: 1, shared: 4 },
  "scope.foreign-organization": { requests: 8, concurrent: 3, other: 5, shared: 2, readOnly: { requests: 6, concurrent: 2, other: 4 } },
  "scope.foreign-products": { requests: 21, concurrent: 9, other: 12, shared: 2 },
  "scope.foreign-references": { requests: 2, other: 2, shared: 4 },
  "scope.foreign-submission": { requests: 2, other: 2, shared: 6 },
  "auth.head": { requests: 1, unauthenticated: 1, shared: 5 },
  "scope.listed-products": { requests: 5, other: 1, shared: 6 },
  "auth.malformed-credentials": { requests: 13, unauthenticated: 13, shared: 1 },
  "scope.new-organization": { requests: 1, shared: 1 },
  "auth.no-credentials": { requests: 19, unauthenticated: 18, other: 1, shared: 5, readOnly: { requests: 15, unauthenticated: 14, other: 1 } },
  "scope.other-directions": { requests: 6, shared: 7 },
  "auth.other-headers": { requests: 1, unauthenticated: 1, shared: 5 },
  "auth.other-spellings": { requests: 3, unauthenticated: 3, shared: 1 },
  "auth.session-accepted": { shared: 1 },
  "auth.session-on-every-read": { requests: 9, shared: 5 },
  "scope.session-organizations": { requests: 2 },
  "auth.session-submits": { requests: 1, shared: 4 },
  "scope.lists-disjoint": { requests: 9, concurrent: 4, other: 7, shared: 5 },
  "scope.members-disjoint": { requests: 1, other: 1, shared: 6, readOnly: { requests: 3, concurrent: 1, other: 3 } },
  "auth.unknown-token": { requests: 20, unauthenticated: 20, shared: 6, readOnly: { requests: 16, unauthenticated: 16 } },
  "error.incomplete-bodies": { requests: 9, other: 9, shared: 4 },
  "error.malformed-json": { requests: 3, other: 2, shared: 2 },
  "error.odd-identifiers": { requests: 9, other: 9 },
  "error.other-bodies": { requests: 6, other: 6 },
  "error.other-formats": { requests: 3, unauthenticated: 1, other: 2 },
  "error.oversized-body": { requests: 1, other: 1 },
  "invitation.refused-adds-nobody": { shared: 4 },
  "profile.refused-update": { shared: 5 },
  "error.undeclared-requests": { requests: 4, other: 4, readOnly: { requests: 2, other: 2 } },
  "error.unknown-ids": { requests: 13, other: 13, shared: 5, readOnly: { requests: 12, other: 12 } },
};
