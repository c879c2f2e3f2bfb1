import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigintText, rows } from './row-batches';

/** Orders that are marked at once. */
const BATCH = 1_000;

interface Id {
  readonly id: string;
}

/** Refunded orders owe what was captured and not given back. */
const IS_DUE = "status = 'refunded' AND captured > refunded AND refund_due IS NULL";
/** Those that the version before does not count: it counts their total. */
const WAS_NOT_DUE = "status = 'refunded' AND refund_due = 1 AND captured <= total - credit + refunded";

/** Marks the refunded orders whose customers are owed money. A run that was stopped continues where it ended. */
export class RefundedOrdersDue1763704400000 implements MigrationInterface {
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return change(runner, IS_DUE, '1');
  }

  down(runner: QueryRunner): Promise<void> {
    return change(runner, WAS_NOT_DUE, 'NULL');
  }
}

async function change(runner: QueryRunner, which: string, value: string): Promise<void> {
  for (;;) {
    const query = `SELECT ${bigintText(runner, 'id')} AS id FROM orders WHERE ${which} LIMIT ${BATCH}`;
    const ids = (await rows<Id>(runner, query, [])).map(({ id }) => BigInt(id)).join(', ');
    if (ids === '') return;
    // A refund may have come since.
    await runner.query(`UPDATE orders SET refund_due = ${value} WHERE id IN (${ids}) AND ${which}`);
  }
}
