/** The origin of a login: its IP address, and whether a browser sent it. */
export interface LoginPlace {
  readonly address: string;
  /** A browser sent it: the address is the customer's own, and not that of the shop's server. */
  readonly isPage: boolean;
}
