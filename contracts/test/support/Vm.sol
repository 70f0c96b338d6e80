// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The cheatcodes of forge that the tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    enum Context {
        TestGroup,
        Test,
        Coverage
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function warp(uint256 timestamp) external;
    function roll(uint256 blockNumber) external;
    function chainId(uint256 id) external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function prank(address caller) external;
    function startPrank(address caller) external;
    function stopPrank() external;
    function assume(bool condition) external pure;

    function snapshotState() external returns (uint256 id);
    function revertToState(uint256 id) external returns (bool isReverted);
    function lastCallGas() external view returns (Gas memory);
    function snapshotValue(string calldata group, string calldata name, uint256 value) external;
    function pauseGasMetering() external;
    function resumeGasMetering() external;
    function deployCode(string calldata artifact, bytes calldata arguments) external returns (address);
    function getCode(string calldata artifact) external view returns (bytes memory);
    function isContext(Context context) external view returns (bool);
    function load(address target, bytes32 slot) external view returns (bytes32);
    function getNonce(address account) external view returns (uint64);
    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);

    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata encodedError) external;
    function expectEmit() external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);

    function assertTrue(bool condition) external pure;
    function assertTrue(bool condition, string calldata message) external pure;
    function assertFalse(bool condition) external pure;
    function assertFalse(bool condition, string calldata message) external pure;
    function assertEq(bool left, bool right) external pure;
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertEq(address left, address right) external pure;
    function assertEq(bytes32 left, bytes32 right) external pure;
    function assertEq(bytes calldata left, bytes calldata right) external pure;
    function assertEq(string calldata left, string calldata right) external pure;
    function assertNotEq(uint256 left, uint256 right) external pure;
    function assertNotEq(bytes32 left, bytes32 right) external pure;
    function assertLe(uint256 left, uint256 right) external pure;
    function assertLt(uint256 left, uint256 right) external pure;
    function assertGe(uint256 left, uint256 right) external pure;
    function assertGt(uint256 left, uint256 right) external pure;
    function assertApproxEqAbs(uint256 left, uint256 right, uint256 maxDelta) external pure;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

/// The compiled contract of src as `deployCode` and `getCode` take it: the one that is deployed on chains, and for coverage the one
/// that forge instruments.
function artifactOf(string memory name) view returns (string memory) {
    if (vm.isContext(Vm.Context.Coverage)) return string.concat(name, ".sol:", name);
    return string.concat("contracts/out/", name, ".sol/", name, ".json");
}

/// Maps any value into [min, max]; the interval must not be the whole range of numbers.
function bound(uint256 value, uint256 min, uint256 max) pure returns (uint256) {
    return min + value % (max - min + 1);
}
