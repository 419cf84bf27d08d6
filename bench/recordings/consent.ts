/** What a person agrees to before anything is recorded. Change the version with the text: a set holds recordings under one consent. */
export const consent = {
  version: '1',
  text: [
    'We record short films of your face, to measure how often our check of living people makes mistakes.',
    'We keep each film together with a pseudonym, the device, the room, what was held up and, if you choose one, a skin tone. We do not keep your name here.',
    'The films stay in a folder on the computer of the person who runs this page. Ask that person who can read the folder, and until when it is kept.',
    'The films are used for measurements only. Nobody trains a model on them, and nobody publishes them. Published results are rates of groups.',
    'It is your choice. You can stop at any time, and you can have all of your films deleted here: type your pseudonym and press “Delete my films”.',
  ].join('\n\n'),
} as const;
