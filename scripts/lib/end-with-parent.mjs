// Loaded into a tool (Jest, the compiler's watch mode) that would go on when the script that runs it is killed.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
