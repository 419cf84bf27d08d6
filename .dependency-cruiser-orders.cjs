/** The order of the rooms in a folder, for `.dependency-cruiser.cjs`. Each folder's README explains it. */

/** Rooms of a folder from the lowest to the highest: each may import those before it, never one behind it. */
const oneWay = (folder, rooms) =>
  rooms.slice(0, -1).map((room, place) => ({
    name: `${folder.replace(/^src\//, '')}/${room.replaceAll('|', '-')}-imports-no-room-above`,
    comment: `The order of the rooms is in ${folder}/README.md: a rule that needs an arrow up is in the wrong room.`,
    severity: 'error',
    from: { path: `^${folder}/(${room})/` },
    to: { path: `^${folder}/(${rooms.slice(place + 1).join('|')})/` },
  }));

module.exports = {
  orders: [
    ...oneWay('src/services', [
      'lists',
      'flows',
      'reverification',
      'encryption',
      'jobs',
      'objects',
      'media',
      'verifications',
      'steps',
      'codes',
      'starts',
      'sessions|hand-over',
      'identities|faces',
      'webhooks',
      'erasure',
      'retention',
      'operators|clients|api-tokens|audit',
      'test-mode',
      'analytics|health',
    ]),
    ...oneWay('src/db', [
      'connection',
      'keys|analytics',
      'clients|audit',
      'identities|codes|media|jobs',
      'verifications',
      'sessions|operators|webhooks|retention',
      'upkeep',
    ]),
    // Ports and repositories are left out: they name the words of every room.
    ...oneWay('src/domain', [
      'mrz|documents|faults',
      'faces|jobs|media|national-numbers',
      'encryption|webhooks',
      'verifications|document-kinds|operators',
      'privacy|codes|aamva|printed-dates|country-words',
    ]),
    ...oneWay('src/adapters/native', [
      'rasters',
      'nets|processes',
      'conversion|decoding|spelling|waves|pdf',
      'barcodes|recordings|text|origin',
      'mrz|face-geometry',
      'captures',
      'matching|spoofing',
      'faces|pages',
      'surface',
    ]),
  ],
};
