/** A server that tests start, by the name of its Debian package without `-server`. */
export type ServerName = 'mariadb' | 'redis';

/** A program of Debian that some tests run, by the name of its package. */
export type ToolName = 'curl' | 'git' | ProxyName;

/** A proxy that deploy/proxy/http has a file for. */
export type ProxyName = 'haproxy' | 'nginx' | 'caddy';

/**
 * The path of the first of these programs that is installed. A name with a slash is a path itself. Names in `TEST_WITHOUT`
 * (`mariadbd,mysqld,redis-server`) count as not installed.
 */
export function findProgram(...names: readonly string[]): string | undefined;

/** The path of Chromium, if it is installed. `chromium,chromium-headless-shell` in `TEST_WITHOUT` hides it. */
export function findBrowser(): string | undefined;

/** Whether the packages of test/clients/generators are installed. `generators` in `TEST_WITHOUT` hides them. */
export function hasGenerators(): boolean;

/** Whether the packages of test/clients/s3 are installed. `s3` in `TEST_WITHOUT` hides them. */
export function hasS3Server(): boolean;

/** The servers that are not installed on this machine. `MYSQLD` stands for MariaDB. */
export function missingServers(): ServerName[];

/** The tools that are not installed on this machine. `curl,git,nginx` in `TEST_WITHOUT` hides them. */
export function missingTools(): ToolName[];
