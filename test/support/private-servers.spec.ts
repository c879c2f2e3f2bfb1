import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createConnection } from 'mysql2/promise';
import { startDatabase } from './database-server';
import { describeWith } from './left-out';
import { startRedis } from './private-servers';
import { processFacts } from './processes';
import { redisCommand } from './redis-command';
import { PID_FILE, reapAbandonedFolders, RUN_FOLDER, tempRoot } from './run-folder';

async function query(url: string, sql: string): Promise<unknown> {
  const connection = await createConnection(url.replace('mariadb:', 'mysql:'));
  try {
    const [rows] = await connection.query(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

/** A folder that stands for the temp folder, so that other runs on this machine neither see nor reap what is planted. */
function ownTempRoot(): string {
  return mkdtempSync(join(tempRoot(), 'sk-'));
}

/** Starts a process that owns a run folder, and in it a Redis, below the given temp folder. */
async function startOwner(root: string): Promise<{ owner: ChildProcess; pid: number; folder: string }> {
  const args = ['--require', resolve(__dirname, 'typescript.register.cjs'), resolve(__dirname, 'owner.fixture.ts')];
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: root };
  delete env[RUN_FOLDER];
  const owner = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(owner.stdout), 'line')) as [string];
  return { owner, ...(JSON.parse(line) as { pid: number; folder: string }) };
}

async function end(owner: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const ended = once(owner, 'exit');
  owner.kill(signal);
  return ended;
}

describe('abandoned run folders', () => {
  let root: string;
  beforeEach(() => (root = ownTempRoot()));
  afterEach(() => rmSync(root, { recursive: true }));

  it('are removed, but a process that only got the pid of a server is not ended', async () => {
    const stranger = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(stranger, 'spawn');
    // Owned by a process with our pid that started at another time: an earlier one.
    const abandoned = join(root, `storekeeper-${process.pid}-1-AAAAAA`);
    mkdirSync(join(abandoned, 'redis-x'), { recursive: true });
    writeFileSync(join(abandoned, 'redis-x', PID_FILE), String(stranger.pid));

    expect(reapAbandonedFolders(root)).toEqual([abandoned]);
    expect(readdirSync(root)).toEqual([]);
    expect(processFacts(stranger.pid ?? 0)?.command).toContain('process.stdin.resume()');
    expect(await end(stranger, 'SIGKILL')).toEqual([null, 'SIGKILL']);
  });

  it('are told from those of living owners and from other folders', () => {
    const living = `storekeeper-${process.pid}-${processFacts(process.pid)?.start}-AAAAAA`;
    mkdirSync(join(root, living));
    mkdirSync(join(root, 'storekeeper-data'));
    expect(reapAbandonedFolders(root)).toEqual([]);
    expect(readdirSync(root).sort()).toEqual([living, 'storekeeper-data'].sort());
  });
});

describeWith(['redis'], 'a process that started a server', () => {
  let root: string;
  beforeEach(() => (root = ownTempRoot()));
  afterEach(() => {
    // A failed test leaves a server: without its folder nobody would know any more that it is ours.
    reapAbandonedFolders(root);
    rmSync(root, { recursive: true, force: true });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves nothing behind when ended by %s', async (signal) => {
    const { owner, pid } = await startOwner(root);
    expect(processFacts(pid)?.command).toContain('redis-server');
    expect(await end(owner, signal)).toEqual([null, signal]);
    expect(processFacts(pid)).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
  });

  it('leaves its server to the next run when killed, which ends it', async () => {
    const { owner, pid, folder } = await startOwner(root);
    await end(owner, 'SIGKILL');
    expect(processFacts(pid)?.command).toContain(folder);
    expect(reapAbandonedFolders(root)).toEqual([dirname(folder)]);
    expect(processFacts(pid)).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
  });
});

describeWith(['redis'], 'a private Redis', () => {
  it('keeps what an append-only file holds over SIGKILL and restart, on the same port', async () => {
    const redis = await startRedis({ appendOnly: true });
    await redisCommand(redis.url, 'SET name store');
    const { pid, url } = redis;
    await redis.kill('SIGKILL');
    expect(processFacts(pid)).toBeUndefined();
    await redis.restart();
    expect(await redisCommand(url, 'GET name')).toBe('$5\r\nstore\r\n+OK\r\n');
    await redis.stop();
    expect(existsSync(redis.folder)).toBe(false);
  });

  it('stands still on SIGSTOP and goes on at SIGCONT', async () => {
    const redis = await startRedis();
    await redis.kill('SIGSTOP');
    expect(processFacts(redis.pid)?.state).toBe('T');
    const answer = redisCommand(redis.url, 'ECHO on');
    await redis.kill('SIGCONT');
    expect(await answer).toBe('$2\r\non\r\n+OK\r\n');
    await redis.kill('SIGSTOP');
    await redis.stop();
    expect(() => redis.pid).toThrow(new Error('redis is not running'));
  });

  it('refuses writes when it is full', async () => {
    const redis = await startRedis({ maxMemory: '1' });
    await expect(redisCommand(redis.url, 'SET name store')).rejects.toThrow(
      new Error("Redis: OOM command not allowed when used memory > 'maxmemory'."),
    );
    await redis.stop();
  });

  it('says that a demanded port is taken, and leaves the holder alone', async () => {
    const holder = await startRedis();
    await expect(startRedis({ port: holder.port })).rejects.toThrow('Address already in use');
    expect(await redisCommand(holder.url, 'ECHO here')).toBe('$4\r\nhere\r\n+OK\r\n');
    await holder.stop();
  });
});

describeWith(['mariadb'], 'a private MariaDB', () => {
  it('keeps committed rows over SIGKILL and restart', async () => {
    const mariaDb = await startDatabase({ args: ['--max-connections=17'] });
    expect(
      await query(mariaDb.url, 'SELECT @@max_connections AS n, CURRENT_USER() AS me, @@time_zone AS zone'),
    ).toEqual([{ n: 17, me: 'app@127.0.0.1', zone: '+00:00' }]);
    await query(mariaDb.url, 'CREATE DATABASE shop');
    await query(`${mariaDb.url}/shop`, 'CREATE TABLE sold (id BIGINT PRIMARY KEY)');
    await query(`${mariaDb.url}/shop`, 'INSERT INTO sold VALUES (1), (2)');
    await mariaDb.kill('SIGKILL');
    await mariaDb.restart();
    expect(await query(`${mariaDb.url}/shop`, 'SELECT id FROM sold ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
    const { pid, folder } = mariaDb;
    await mariaDb.stop();
    expect([processFacts(pid), existsSync(folder)]).toEqual([undefined, false]);
  });

  it('tells with its log why it did not start, and leaves nothing behind', async () => {
    // A folder of its own: other suites of the run make theirs at the same time.
    const folder = ownTempRoot();
    const env = jest.replaceProperty(process, 'env', { ...process.env, [RUN_FOLDER]: folder });
    try {
      await expect(startDatabase({ args: ['--no-such-option'] })).rejects.toThrow("unknown option '--no-such-option'");
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      env.restore();
      rmSync(folder, { recursive: true });
    }
  });
});
