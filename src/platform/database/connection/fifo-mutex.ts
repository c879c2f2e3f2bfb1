/** A mutex that serves in order of arrival and gives up after a time, so that a statement issued outside the open transaction fails rather than hangs. */
export class FifoMutex {
  private locked = false;
  private readonly waiters: { grant: () => void }[] = [];

  constructor(private readonly timeoutMs: number) {}

  /** @throws Error with code SQLITE_BUSY when the lock was not free in time */
  acquire(): Promise<void> {
    if (!this.locked) {
      this.locked = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter = {
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        const message = 'SQLite lock wait timeout: was a statement issued outside the open transaction?';
        reject(Object.assign(new Error(message), { code: 'SQLITE_BUSY' }));
      }, this.timeoutMs);
      this.waiters.push(waiter);
    });
  }

  release(): void {
    const next = this.waiters.shift();
    if (next) next.grant();
    else this.locked = false;
  }
}
