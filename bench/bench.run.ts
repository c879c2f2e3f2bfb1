import {
  type AskedBenchmark,
  askedBenchmark,
  BENCHMARKS,
  ORDERS_OPERATIONS,
  ORDERS_PLACES,
  SEARCH,
} from './support/asked-benchmark';
import { saveResults } from './support/results';

/**
 * `npm run bench -- [name] [words…]`: one benchmark by its name, `orders` when none is named; each says what its words choose. The
 * tables that it prints are saved in bench/results, from where `npm run generated` takes those of bench/README.md.
 */
function run({ name, words }: AskedBenchmark): void {
  // Each benchmark reads the words that follow its name.
  process.argv.splice(2, Infinity, ...words);
  const printed: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]): boolean => {
    printed.push(String(chunk));
    return write(chunk, ...rest);
  };
  import(`./${name}.bench`)
    .then(({ main }: { main: () => Promise<void> }) => main())
    .then(() => {
      // A benchmark that failed leaves no figures.
      if (process.exitCode === undefined || process.exitCode === 0) saveResults(name, words, printed.join(''));
    })
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 1;
    });
}

const asked = askedBenchmark(process.argv.slice(2));
if (asked === undefined) {
  const words = [...ORDERS_PLACES, ...ORDERS_OPERATIONS, SEARCH].join(', ');
  process.stderr.write(`Benchmarks: ${BENCHMARKS.join(', ')}\nWords of orders: ${words}, and numbers\n`);
  process.exitCode = 2;
} else run(asked);
