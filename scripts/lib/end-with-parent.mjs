// Loaded into a tool (Jest, the compiler's watch mode) that would go on when the script that runs it is killed.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
// The tool hands its own flags to its workers, whose channels are not ours to touch.
process.execArgv = process.execArgv.filter((flag) => !flag.startsWith('--import='));
