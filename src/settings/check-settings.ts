import type { SettingGroup } from './setting.ts';

const workersOfFiles = ['messages', 'quality', 'document', 'liveness', 'admin'] as const;
const livenessToo = ['api', 'liveness'] as const;

/** What the checks of people and documents use. */
export const checkSettings: readonly SettingGroup[] = [
  {
    title: 'Documents',
    settings: {
      DOCUMENT_ISSUERS: {
        effect:
          'JSON file of the issuers whose signatures on PDFs count, with their roots (docs/operations.md). With compose, put it into deploy/files and name it /etc/verify/NAME.',
        unset: 'Every signature is reported as unknown.',
        usedBy: ['document', 'admin'],
      },
      SECOND_READER: {
        effect:
          'What reads lines with letters a second time: tesseract, or print-line, our own net, which is there for those who train it.',
        danger:
          'print-line has hardly been trained: it agrees with next to nothing, so that nearly every document goes to review.',
        usedBy: ['document'],
      },
    },
  },
  {
    title: 'Models',
    settings: {
      MODELS_DIR: {
        effect: 'Folder with your own model files. With compose, a folder in deploy/files: /etc/verify/NAME.',
        unset: 'Those that npm brought and `npm run models` downloaded.',
        usedBy: workersOfFiles,
      },
      ANTI_SPOOFING_MODEL: {
        effect:
          'The entries of models/catalogue.json that tell living faces from pictures of them, separated by commas. While one of them cannot be used, liveness goes to review.',
        danger: 'A weaker model lets pictures of people pass. bench/ACCURACY.md has the measured rates.',
        usedBy: ['api', 'liveness', 'admin'],
      },
      ANTI_SPOOFING_RULE: {
        effect: 'How several models decide: all (each must find the face alive) or majority.',
        danger: 'majority lets more pictures of people pass.',
        usedBy: livenessToo,
      },
    },
  },
  {
    title: 'Voice liveness',
    note: 'Without an engine that understands speech, the check is a warning, which a person has to look at.',
    settings: {
      SPEECH_URL: {
        effect:
          'A service that writes down speech. It gets POST with a WAV body and ?language=xx and answers {"text": "..."}. It wins over whisper.',
        danger: 'It hears the voices of people: it must be yours or under a contract.',
        usedBy: [...livenessToo, 'admin'],
      },
      WHISPER_COMMAND: {
        effect: 'Whole path of an ffmpeg that was built with the filter `whisper` (FFmpeg 8 and newer).',
        usedBy: [...livenessToo, 'admin'],
      },
      WHISPER_MODEL: {
        effect:
          'Path of a model in whisper.cpp’s format that knows the languages of your flows (ggml-base.bin and larger).',
        usedBy: [...livenessToo, 'admin'],
      },
    },
  },
  {
    title: 'Enhanced liveness by Amazon Rekognition',
    note: 'The keys may call rekognition:CreateFaceLivenessSession, rekognition:GetFaceLivenessSessionResults and sts:AssumeRole.',
    settings: {
      AWS_ACCESS_KEY_ID: {
        effect: 'Access to Rekognition, and to KMS where KMS_KEY_ID is set.',
        usedBy: ['api', 'messages', 'quality', 'document', 'liveness', 'admin'],
        secret: true,
      },
      AWS_SECRET_ACCESS_KEY: {
        effect: 'The secret of AWS_ACCESS_KEY_ID.',
        usedBy: ['api', 'messages', 'quality', 'document', 'liveness', 'admin'],
        secret: true,
      },
      AWS_LIVENESS_ROLE_ARN: {
        effect: 'The role that a person’s device is lent for one check. It needs rekognition:StartFaceLivenessSession.',
        unset: 'Steps of enhanced liveness by Rekognition refuse to start.',
        danger: 'A role that may do more gives that to every device.',
        usedBy: livenessToo,
      },
      AWS_ENDPOINT_URL: {
        effect: 'Another address of Rekognition and STS, for tests and proxies.',
        usedBy: livenessToo,
      },
    },
  },
  {
    title: 'Places of networks',
    settings: {
      GEOIP_DB: {
        effect:
          'Files in MaxMind’s format, separated by commas (City, Enterprise, Anonymous IP); each value comes from the first that knows it. With compose: /etc/verify/NAME.',
        unset: 'Countries alone, from a database that npm brought.',
        usedBy: ['api', 'messages', 'admin'],
      },
    },
  },
];
