/** The client that tokens of the command line belong to: revoking it ends them. */
export const OWN_CLIENT = 'command line';
/** The client of those whom `store console` signs in. */
export const CONSOLE_CLIENT = 'Console';
