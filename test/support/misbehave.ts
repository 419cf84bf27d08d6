/** A process that behaves like a decoder that a hostile file has taken over. */
const deeds: Readonly<Record<string, () => void>> = {
  hangs() {
    for (;;);
  },
  'is killed'() {
    setInterval(() => undefined, 1_000);
  },
  'eats memory'() {
    const eaten: Buffer[] = [];
    setInterval(() => eaten.push(Buffer.alloc(20_000_000, 1)), 5);
  },
  'writes without end'() {
    setInterval(() => process.stdout.write(Buffer.alloc(100_000)), 1);
  },
  'tells its environment'() {
    process.stdout.write(JSON.stringify(Object.keys(process.env)));
  },
};
deeds[process.argv[2] ?? '']?.();
