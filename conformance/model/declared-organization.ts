/** Ends the actual value of a failure that a wrong `org` in the target file may explain. */
export const isOrgRight = "is its `org` right?";
