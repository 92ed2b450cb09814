import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { startS3Server, type S3Server } from '../storage/stores-under-test.js';
import { CollectorStub } from '../support/stubs/collector-stub.js';
import { freePort } from '../support/processes/free-port.js';
import { GeocoderStub } from '../support/stubs/geocoder-stub.js';
import { ImagesServiceStub } from '../support/stubs/images-service-stub.js';
import { AUDIENCE, OutsideProvider } from '../support/stubs/outside-provider.js';
import { ScannerStub } from '../support/stubs/scanner-stub.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const pem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();

/** A key whose public half alone is given. */
const publicPem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ format: 'pem', type: 'spki' })
    .toString();

/** Every service that a setting can name, each a real server on loopback, and the settings that name them. */
export class EverySetting {
  readonly smtp = new SmtpStub();
  readonly collector = new CollectorStub();
  private readonly provider = new OutsideProvider();

  private constructor(
    readonly database: TestDatabase,
    readonly scanner: ScannerStub,
    private readonly geocoder: GeocoderStub,
    private readonly images: ImagesServiceStub,
    private readonly s3: S3Server,
    readonly metricsPort: number,
  ) {}

  static async start(): Promise<EverySetting> {
    return new EverySetting(
      await createTestDatabase(),
      await ScannerStub.start(),
      await GeocoderStub.start(),
      await ImagesServiceStub.start(),
      await startS3Server(),
      await freePort(),
    );
  }

  /** Each setting of the operator's guide, with a value other than its default where it has one. */
  async environment(dataDir: string): Promise<Record<string, string>> {
    const port = await freePort();
    await this.provider.start();
    const [smtpUrl, collectorUrl] = await Promise.all([this.smtp.start(), this.collector.start()]);
    return {
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: `http://localhost:${port}`,
      APP_URL: 'https://app.example.org',
      APP_LINK: 'org.example.app:/{path}',
      CORS_ORIGINS: 'https://app.example.org',
      DATA_DIR: dataDir,
      TOMBSTONES: `${dataDir}/notes`,
      ...this.databaseSettings(),
      ...this.identitySettings(),
      ...this.storeSettings(),
      SMTP_URL: smtpUrl,
      MAIL_CODES: 'false',
      MAIL_FROM: 'School Office <office@example.org>',
      GEOCODER_URL: this.geocoder.url,
      ATTACHMENT_SCAN_URL: this.scanner.url,
      IMAGE_API_URL: this.images.url,
      IMAGE_API_KEY: 'sk-invented',
      IMAGE_MODEL: 'a-model',
      API_TOOLS: 'extended',
      ...boundSettings,
      METRICS_PORT: String(this.metricsPort),
      SERVER_TIMING_TOKEN: 'invented-'.repeat(4),
      CELL_TOKEN: 'invented-'.repeat(4),
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collectorUrl}/v1/traces`,
      OTEL_SERVICE_NAME: 'directory-under-test',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    };
  }

  async stop(): Promise<void> {
    const servers = [this.scanner, this.geocoder, this.images, this.smtp, this.collector, this.provider];
    await Promise.all([...servers.map((server) => server.stop()), this.s3.close()]);
    await this.database.drop();
  }

  private databaseSettings(): Record<string, string> {
    return {
      DATABASE_URL: this.database.url,
      DATABASE_REPLICA_URLS: this.database.url,
      DATABASE_REPLICA_MAX_LAG_MS: '20000',
      DATABASE_POOL_SIZE: '2',
      MIGRATE_ON_START: 'true',
      DEMO: 'true',
    };
  }

  private identitySettings(): Record<string, string> {
    const [newKey, oldKey] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
    return {
      AUTH_SIGNING_KEY: pem(),
      AUTH_VERIFY_KEYS: publicPem(),
      DATA_KEY: `${newKey},${oldKey}`,
      AUTH_ISSUER: this.provider.issuer,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: `${this.provider.issuer}/jwks`,
    };
  }

  private storeSettings(): Record<string, string> {
    const { bucket, region, endpoint, credentials } = this.s3.settings;
    return {
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint!,
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    };
  }
}

const boundSettings = {
  UPSTREAM_TIMEOUT_MS: '5000',
  IMAGE_TIMEOUT_MS: '20000',
  RATE_LIMIT: '50000',
  ADMISSION_WAIT_MS: '5000',
  CLUSTER_WORKERS: '2',
  SNAPSHOT_CACHE_MB: '64',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'debug',
  LOG_FORMAT: 'json',
  SHUTDOWN_GRACE_MS: '5000',
};
