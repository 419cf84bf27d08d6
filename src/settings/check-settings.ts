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
          'JSON file with the issuers whose signatures on PDFs are trusted, and their root certificates (docs/operations.md). With compose, put it into deploy/files and name it /etc/verify/NAME.',
        unset: 'The service reports every signature as unknown.',
        usedBy: ['document', 'admin'],
      },
    },
  },
  {
    title: 'Models',
    settings: {
      MODELS_DIR: {
        effect: 'Folder with your own model files. With compose, a folder in deploy/files: /etc/verify/NAME.',
        unset: 'The models that come with npm and those that `npm run models` downloaded.',
        usedBy: workersOfFiles,
      },
      ANTI_SPOOFING_MODEL: {
        effect:
          'The anti-spoofing models, as names of entries in models/catalogue.json, separated by commas. While one of them cannot be used, every liveness check goes to review.',
        danger:
          'A weaker model lets pictures of people pass. bench/accuracy/results/liveness.md has the measured rates.',
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
    note: 'Without a speech recognition engine, the check is a warning and a person has to review it.',
    settings: {
      SPEECH_URL: {
        effect:
          'A speech recognition service. It gets a POST request with a WAV body and ?language=xx, and answers {"text": "..."}. It takes precedence over whisper.',
        danger: 'It hears people’s voices: run it yourself, or have a contract with its operator.',
        usedBy: [...livenessToo, 'admin'],
      },
      WHISPER_COMMAND: {
        effect: 'Full path of an ffmpeg that was built with the filter `whisper` (FFmpeg 8 and newer).',
        usedBy: [...livenessToo, 'admin'],
      },
      WHISPER_MODEL: {
        effect:
          'Full path of a model in whisper.cpp’s format that knows the languages of your flows (ggml-base.bin and larger).',
        usedBy: [...livenessToo, 'admin'],
      },
    },
  },
  {
    title: 'Enhanced liveness by Amazon Rekognition',
    note: 'The keys must be allowed to call rekognition:CreateFaceLivenessSession, rekognition:GetFaceLivenessSessionResults and sts:AssumeRole.',
    settings: {
      AWS_ACCESS_KEY_ID: {
        effect: 'Access key for Rekognition, and for KMS if KMS_KEY_ID is set.',
        usedBy: ['api', 'messages', 'quality', 'document', 'liveness', 'admin'],
        secret: true,
      },
      AWS_SECRET_ACCESS_KEY: {
        effect: 'The secret access key that belongs to AWS_ACCESS_KEY_ID.',
        usedBy: ['api', 'messages', 'quality', 'document', 'liveness', 'admin'],
        secret: true,
      },
      AWS_LIVENESS_ROLE_ARN: {
        effect: 'The role that a person’s device assumes for one check. It needs rekognition:StartFaceLivenessSession.',
        unset: 'Enhanced liveness by Rekognition does not start.',
        danger: 'If the role may do more, every device may do it.',
        usedBy: livenessToo,
      },
      AWS_ENDPOINT_URL: {
        effect: 'Replaces the address of Rekognition and STS, for tests and proxies.',
        usedBy: livenessToo,
      },
    },
  },
  {
    title: 'Locations of networks',
    settings: {
      GEOIP_DB: {
        effect:
          'Files in MaxMind’s format, separated by commas (City, Enterprise, Anonymous IP); each value comes from the first file that has it. With compose: /etc/verify/NAME.',
        unset:
          'Only countries, from a database that comes with npm. Location steps then go to review, unless their flow accepts that nothing recognises VPNs, proxies, hosting providers and Tor.',
        usedBy: ['api', 'messages', 'admin'],
      },
    },
  },
];
