/** Compiles a module's text and says how many bytes of bytecode it makes. */
declare const text: string;

host.print(JSON.stringify({ bytecode: host.bytecode(text) }));
host.exit(0);
