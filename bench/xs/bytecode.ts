/** Compiles a module's file and says how many bytes of bytecode it makes. */
declare const path: string;

host.print(JSON.stringify({ bytecode: host.bytecode(path) }));
host.exit(0);
