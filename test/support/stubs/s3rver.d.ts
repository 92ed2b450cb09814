declare module '@20minutes/s3rver' {
  /** What the tests use of it; the package brings no types. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
      allowMismatchedSignatures?: boolean;
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
